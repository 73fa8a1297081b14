import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OWNER } from './calls.ts';
import { keepLog } from './secrets.ts';

const START = path.join(import.meta.dirname, '../../src/start.js');

/** How a process ended, and what it wrote on its standard error. */
export type Ending = Readonly<{ code: number | null; signal: string | null; stderr: string }>;

/** A service in a process of its own. */
export type SpawnedService = Readonly<{
  url: string;
  /** Signals the process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}>;

type Settings = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();

// away from the project, so that nobody's .env has a say
const ELSEWHERE = tmpdir();

const launch = (settings: Settings, cwd: string) => {
  const defaults = { PORT: '0', NODE_ENV: 'test', RATE_LIMIT: 'off', SIGN_IN_RATE_LIMIT: 'off' };
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const { PATH = '' } = process.env;
  const options = { cwd, env: { PATH, ...defaults, ...owner, ...settings } };
  const child = spawn(process.execPath, [START], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ending = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code, signal], stderr]): Ending => {
    running.delete(child);
    return { code, signal, stderr };
  });
  return { child, ending };
};

/** Starts a service and waits until it listens; fails with what it said instead. */
export const spawnService = async (settings: Settings, directory = ELSEWHERE): Promise<SpawnedService> => {
  const { child, ending } = launch(settings, directory);
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

/** Starts a service that can't run, and waits for its end. */
export const spawnInVain = (settings: Settings, directory = ELSEWHERE): Promise<Ending> => {
  const { child, ending } = launch(settings, directory);
  child.stdout.resume();
  return ending;
};

/** Ends what a test that failed has left running. */
export const killLeftovers = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Where the log says that the service listens. The log is read to its end, so that nobody waits to write it. */
const addressIn = (log: Readable): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: log }).on('line', (line) => {
      // what is no JSON is for the person at the console
      if (line.startsWith('{')) keepLog([line]);
      const { msg, url } = line.startsWith('{') ? (JSON.parse(line) as Record<string, string>) : {};
      if (msg === 'listening' && url !== undefined) resolve(url);
    });
  });
