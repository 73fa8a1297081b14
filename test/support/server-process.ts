import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './eventually.ts';

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** A server in a process of its own, which can be ended and started again. */
export type RunningServer = Readonly<{
  start(): Promise<void>;
  /** Kills it, as a crash would. */
  stop(): Promise<void>;
}>;

/** Runs a program that listens at a port of 127.0.0.1, and ends it with the process of the tests at the latest. */
export const runServer = async (program: string, args: readonly string[], port: number): Promise<RunningServer> => {
  let child: ChildProcess | undefined;
  const kill = (): void => void child?.kill('SIGKILL');

  const start = async (): Promise<void> => {
    child = spawn(program, args, { stdio: 'ignore' });
    process.once('exit', kill);
    await eventually(`${program} listens`, () => accepts(port));
  };

  await start();
  return {
    start,
    async stop() {
      process.off('exit', kill);
      if (child === undefined) return;
      const ended = once(child, 'exit');
      kill();
      await ended;
      child = undefined;
    },
  };
};
