import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pack } from '../documents/pack.ts';
import { eventually } from '../eventually.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const ROOT = path.resolve(import.meta.dirname, '../../..');

const EXAMPLE = 'examples/server-rendered';

const GENERATED = /\/(node_modules|dist|\.astro)$/;

/** npm and Astro run on the Node of the tests. */
const ENVIRONMENT = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  ASTRO_TELEMETRY_DISABLED: '1',
};

const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;

/** A copy of the example with its packages, outside the project. */
export type ExampleCopy = Readonly<{
  /** Runs one of its scripts. @returns its output, also that of a failure */
  runScript(name: string): Promise<string>;
  /** Starts the built site on a free port. */
  start(settings: Readonly<Record<string, string>>): Promise<Readonly<{ url: string; stop(): Promise<void> }>>;
  remove(): Promise<void>;
}>;

/** Copies and installs the example. @returns undefined if no registry can be reached, which `CI` does not forgive. */
export const installExample = async (): Promise<ExampleCopy | undefined> => {
  const copy = await mkdtemp(path.join(tmpdir(), 'server-rendered-'));
  const remove = () => rm(copy, { recursive: true, force: true });
  const folder = path.join(copy, EXAMPLE);
  const client = path.join(copy, 'packages/client');
  await mkdir(client, { recursive: true });
  const archive = await pack(path.join(ROOT, 'packages/client'), copy);
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', client]);
  await cp(path.join(ROOT, EXAMPLE), folder, { recursive: true, filter: (file) => !GENERATED.test(file) });
  const options = { cwd: folder, env: ENVIRONMENT, maxBuffer: 1024 ** 3 };
  const failure = await run('npm', ['ci', '--prefer-offline'], options).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => stderr,
  );
  if (failure !== undefined) {
    await remove();
    if (process.env['CI'] || !UNREACHABLE.test(failure)) throw new Error(failure);
    return undefined;
  }
  return {
    remove,
    runScript: (name) =>
      run('npm', ['run', name], options).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      ),
    start: (settings) => startSite(folder, settings),
  };
};

const startSite = async (folder: string, settings: Readonly<Record<string, string>>) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...ENVIRONMENT, ...settings, PORT: String(port), SITE_URL: url };
  const child = spawn(process.execPath, ['dist/server/entry.mjs'], { cwd: folder, env, stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  await eventually('the site responds', () =>
    fetch(`${url}/icon.svg`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      kill();
      await ended;
    },
  };
};
