import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export type Running = Readonly<{ url: string; pid: number; stop(): Promise<void> }>;

const START_TIMEOUT_MS = 30_000;
const LISTENING = /"url":"(http:[^"]+)"/;

/** Starts a program, with the name of the command that a service takes, and exactly these settings; writes its output to a file, and waits for its address there. */
export const startServer = async (
  program: string,
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Running> => {
  const output = path.join(directory, `${path.parse(program).name}.log`);
  const file = await open(output, 'w');
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), 'start'], {
    cwd: directory,
    env: settings,
    stdio: ['ignore', file.fd, 'inherit'],
  });
  await file.close();
  try {
    return { url: await urlIn(output, child), pid: child.pid ?? 0, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
};

const urlIn = async (output: string, child: ChildProcess): Promise<string> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const url = LISTENING.exec(await readFile(output, 'utf8'))?.[1];
    if (url !== undefined) return url;
    await sleep(50);
  }
  throw new Error(`A server did not start. Its log:\n${await readFile(output, 'utf8')}`);
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};

/** A free port. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
