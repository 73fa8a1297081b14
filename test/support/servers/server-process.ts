import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../eventually.ts';

const accepts = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** A server in its own process that can be stopped and started again. */
export type ServerProcess = Readonly<{
  /** Starts it on the same port, and waits until it listens. */
  start(): Promise<void>;
  /** Ends it with SIGKILL, as a crash would, and waits for its end. */
  stop(): Promise<void>;
}>;

/** Starts a program that listens on a port of a loopback address. It is killed at the latest when the tests' process exits. */
export const runServer = async (
  program: string,
  args: readonly string[],
  port: number,
  host = '127.0.0.1',
): Promise<ServerProcess> => {
  let child: ChildProcess | undefined;
  const kill = (): void => void child?.kill('SIGKILL');

  const start = async (): Promise<void> => {
    child = spawn(program, args, { stdio: 'ignore' });
    process.once('exit', kill);
    await eventually(`${program} listens`, () => accepts(port, host));
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
