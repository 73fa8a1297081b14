import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { changeOwner, chooseIdentity } from '#adapters/postgres/embedded/embedded-program.ts';
import { eventually } from '../eventually.ts';
import { freePort } from './free-port.ts';

/** A server of Debian's programs in a folder of its own, on a port of 127.0.0.1 that it keeps. */
export type DebianServer = Readonly<{
  port: number;
  /** Its data, which `initialize` or a base backup makes. */
  data: string;
  urlOf(database: string, role?: string): string;
  /** Runs a program such as `pg_basebackup` as the user that owns the data. */
  run(program: string, ...args: string[]): Promise<void>;
  /** Starts it and waits until it accepts connections. */
  start(): Promise<void>;
  /** Makes a standby a primary, and waits until it is one. */
  promote(): Promise<void>;
  /** Ends it with all of its processes by SIGKILL, as a crash does. */
  kill(): Promise<void>;
  /** Stops all of its processes by SIGSTOP, so that connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it in order: what it has committed has reached its standbys. */
  stop(): Promise<void>;
  /** Ends it if it runs, and removes its folder. */
  remove(): Promise<void>;
}>;

const TIMEOUT_MS = 60_000;

/** Makes a server that is not initialized yet. */
export const makeServer = async (folder: string): Promise<DebianServer> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const identity = chooseIdentity(directory);
  await changeOwner(identity, directory);
  const data = path.join(directory, 'data');
  const port = await freePort();
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const [file = '', ...all] = [...identity.command, path.join(folder, program), ...args];
    await promisify(execFile)(file, all, { cwd: directory, timeout: TIMEOUT_MS });
  };
  const control = (...args: string[]) => run('pg_ctl', '--pgdata', data, '--wait', ...args);
  // a killed server leaves its shared memory: it is removed with the data
  const shared = '-c dynamic_shared_memory_type=mmap';
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c fsync=off ${shared}`;
  const kill = () => killServer(data);
  return {
    port,
    data,
    urlOf: (database, role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    run,
    start: () => control('--options', options, '--log', path.join(directory, 'log'), 'start'),
    promote: () => control('promote'),
    kill,
    freeze: () => void signalAll(data, 'SIGSTOP'),
    thaw: () => void signalAll(data, 'SIGCONT'),
    stop: () => control('--mode', 'fast', 'stop'),
    async remove() {
      await kill();
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
};

/** Ends the server of the data with all of its processes by SIGKILL, if it runs. */
export const killServer = async (data: string): Promise<void> => {
  const ended = signalAll(data, 'SIGKILL');
  await eventually('the killed processes have ended', async () => !ended.some((pid) => send(pid, 0)));
};

/** Makes the data of an empty server that trusts its clients. */
export const initialize = ({ run, data }: DebianServer): Promise<void> =>
  // without a locale of the machine, PostgreSQL would know no encoding
  run(
    'initdb',
    ...['--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--no-sync'],
    ...['--encoding', 'UTF8', '--locale', 'C.UTF-8'],
  );

/** Signals the postmaster and its children, each of which has a process group of its own. @returns their ids. */
const signalAll = (data: string, signal: NodeJS.Signals): number[] => {
  const postmaster = postmasterOf(data);
  if (postmaster === undefined) return [];
  // a postmaster that is stopped starts no other child meanwhile
  send(postmaster, 'SIGSTOP');
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all) send(pid, signal);
  return all;
};

/** The running postmaster of the data; its file outlives a crash, after which another process may have its id. */
const postmasterOf = (data: string): number | undefined => {
  try {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
};

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);

const parentOf = (pid: number): number | undefined => {
  try {
    // "pid (name) state parent …", where the name may contain spaces
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(parent);
  } catch {
    return undefined;
  }
};

/** Sends a signal; 0 sends none. @returns whether the process exists. */
const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};
