import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.ts';

/** A running server on a data directory; `ready` from when it accepts connections until it stops. */
export type RunningServer = Readonly<{ pid: number; host: string; port: number; ready: boolean }>;

export const PORT = 5432;

/** The running server on this data directory, started by any process. */
export const findRunningServer = (directory: string): RunningServer | undefined => {
  // pid, data directory, start, port, socket directory, address, shared memory, status
  const lines = readLines(path.join(directory, 'postmaster.pid'));
  const pid = lockHolder(lines);
  if (!worksIn(pid, directory)) return undefined;
  return { pid, host: lines[4] ?? '', port: Number(lines[3]), ready: lines[7]?.startsWith('ready') ?? false };
};

/**
 * Removes lock files of a dead server. PostgreSQL does so only if its process id is not in use again. Synchronous, so
 * that no server that starts meanwhile loses its new lock.
 */
export const removeStaleLocks = (directory: string, host: string): void => {
  for (const lock of [path.join(directory, 'postmaster.pid'), path.join(host, `.s.PGSQL.${PORT}.lock`)]) {
    const pid = lockHolder(readLines(lock));
    if (pid > 0 && !worksIn(pid, directory)) rmSync(lock, { force: true });
  }
};

/**
 * Creates the data directory if it is missing. It is prepared aside and moved into place, so that concurrent first
 * starts and kills leave no partial one.
 */
export const ensureDataDirectory = async (
  directory: string,
  major: string,
  fill: (aside: string) => Promise<void>,
): Promise<void> => {
  try {
    await makeFolder(path.dirname(directory));
    await removeLeftovers(directory);
    if (await holdsData(directory, major)) return;
    const aside = await mkdtemp(`${directory}.${process.pid}-`);
    try {
      await fill(aside);
      await rename(aside, directory);
    } catch (error) {
      await rm(aside, { recursive: true, force: true });
      if (!(await holdsData(directory, major))) throw error;
    }
  } catch (error) {
    throw explained(error, `The data folder ${directory} is not writable`);
  }
};

/** The socket directory of this data directory: a fixed path, so that crashes leave no new ones. */
export const socketDirectory = (directory: string): string => {
  const hash = createHash('sha256').update(`${process.getuid?.()}:${directory}`).digest('hex');
  const host = path.join(tmpdir(), `pg-${hash.slice(0, 16)}`);
  // the kernel limits a socket's path to 107 bytes
  return Buffer.byteLength(`${host}/.s.PGSQL.${PORT}`) <= 107 ? host : path.join('/tmp', path.basename(host));
};

/** Creates the socket directory, accessible to `uid` only; its parent is world-writable, so it may be forged. */
export const ensureSocketDirectory = async (host: string, uid: number): Promise<void> => {
  try {
    await mkdir(host, { recursive: true, mode: 0o700 });
    const found = await lstat(host);
    if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== uid)) {
      throw new Error('it belongs to another user');
    }
    if (found.uid !== uid) await chown(host, uid, found.gid);
  } catch (error) {
    throw explained(error, `The folder ${host}, for the database's socket, cannot be used`);
  }
};

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** A server in single-user mode writes its process id with a minus. */
const lockHolder = (lines: string[]): number => Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;

/** Process ids are reused, so the working directory decides: PostgreSQL changes into its data directory. */
const worksIn = (pid: number, directory: string): boolean => {
  try {
    const [works, data] = [statSync(`/proc/${pid}/cwd`), statSync(directory)];
    return works.ino === data.ino && works.dev === data.dev;
  } catch {
    return false;
  }
};

const holdsData = async (directory: string, major: string): Promise<boolean> => {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return false;
  if (!names.includes('PG_VERSION')) {
    throw new EmbeddedServerError(`The data folder ${directory} is not empty and contains no PostgreSQL database.`);
  }
  const version = (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version !== major) {
    throw new EmbeddedServerError(
      `The data folder ${directory} was created by PostgreSQL ${version}, which PostgreSQL ${major} cannot read: ` +
        'choose another data folder, or set DATABASE_URL to a server of that version.',
    );
  }
  return true;
};

/** Not `recursive: true`, which never returns for a directory denied with ENOENT, as in /proc. */
/** Creates a directory and its parents. */
export const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

/** Removes leftovers of killed first starts. */
const removeLeftovers = async (directory: string): Promise<void> => {
  const [parent, base] = [path.dirname(directory), `${path.basename(directory)}.`];
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(base) ? /^(\d+)-\w{6}$/.exec(name.slice(base.length))?.[1] : undefined;
    if (pid === undefined) continue;
    const aside = path.join(parent, name);
    try {
      if (await isAbandoned(aside, Number(pid))) await rm(aside, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // initdb writes on for a moment after a kill: what is still busy then goes at the next start
    }
  }
};

/** In a container, this process often has the process id of the previous one. */
const isAbandoned = async (aside: string, pid: number): Promise<boolean> =>
  pid === process.pid ? (await stat(aside)).mtimeMs < performance.timeOrigin : !existsSync(`/proc/${pid}`);

const explained = (error: unknown, what: string): EmbeddedServerError => {
  if (error instanceof EmbeddedServerError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new EmbeddedServerError(`${what}: ${why}.`, { cause: error });
};
