import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { keepLog } from '../builders/secrets.ts';
import { OWNER } from './calls.ts';

const START = path.join(import.meta.dirname, '../../../src/commands/commerce.js');

/** How a process ended, and its standard error. */
export type Ending = Readonly<{ code: number | null; signal: string | null; stderr: string }>;

/** A service in its own process. */
export type SpawnedService = Readonly<{
  url: string;
  /** Signals the process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}>;

type Settings = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();

// outside the project, so that no .env file applies
const ELSEWHERE = tmpdir();

type Launch = Readonly<{ cwd?: string; start?: string; args?: readonly string[] }>;

const launch = (settings: Settings, { cwd = ELSEWHERE, start = START, args = ['start'] }: Launch = {}) => {
  const defaults = {
    PORT: '0',
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    SIGN_IN_RATE_LIMIT: 'off',
  };
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const { PATH = '' } = process.env;
  const options = { cwd, env: { PATH, ...defaults, ...owner, ...settings } };
  const child = spawn(process.execPath, [start, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ending = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code, signal], stderr]): Ending => {
    running.delete(child);
    return { code, signal, stderr };
  });
  return { child, ending };
};

/** Starts a service and waits until it listens; fails with its output otherwise. `start` is the file of another tree. */
export const spawnService = async (
  settings: Settings,
  directory = ELSEWHERE,
  start = START,
): Promise<SpawnedService> => {
  const { child, ending } = launch(settings, { cwd: directory, start });
  const url = await Promise.race([
    addressIn(child.stdout),
    ending.then(({ stderr }) => Promise.reject(new Error(`It does not start: ${stderr}`))),
  ]);
  return {
    url,
    end(signal) {
      child.kill(signal);
      return ending;
    },
  };
};

/** Starts a service that fails to start, and waits for its end. */
export const spawnFailingService = (settings: Settings, directory = ELSEWHERE): Promise<Ending> => {
  const { child, ending } = launch(settings, { cwd: directory });
  child.stdout.resume();
  return ending;
};

/** A command of the operator in its own process. */
type SpawnedCommand = Readonly<{
  /** Its end, with its standard output. */
  ended: Promise<Ending & { stdout: string }>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves once the text is on its standard error. @throws Error if it ends without it. */
  reports(text: string): Promise<void>;
}>;

export const spawnCommand = (args: readonly string[], settings: Settings): SpawnedCommand => {
  const { child, ending } = launch(settings, { args });
  return {
    ended: Promise.all([text(child.stdout), ending]).then(([stdout, ended]) => ({ ...ended, stdout })),
    signal: (signal) => void child.kill(signal),
    reports: (wanted) =>
      new Promise((resolve, reject) => {
        let reported = '';
        child.stderr.on('data', (chunk) => {
          reported += chunk;
          if (reported.includes(wanted)) resolve();
        });
        void ending.then(({ stderr }) => reject(new Error(`It ended without the report: ${stderr}`)));
      }),
  };
};

/** Runs a program to its end. */
const runProgram =
  (name: string) =>
  (args: readonly string[], settings: Settings): SpawnedCommand['ended'] =>
    spawnCommand([name, ...args], settings).ended;

export const runAdmin = runProgram('admin');

export const runSeed = runProgram('seed');

/** Ends processes that failed tests left running. */
export const killLeftovers = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** The address in the service's log. The log is read to its end, so that the pipe never blocks. */
const addressIn = (log: Readable): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: log }).on('line', (line) => {
      // lines that are not JSON are for the console
      if (line.startsWith('{')) keepLog([line]);
      const { msg, url } = line.startsWith('{') ? (JSON.parse(line) as Record<string, string>) : {};
      if (msg === 'listening' && url !== undefined) resolve(url);
    });
  });
