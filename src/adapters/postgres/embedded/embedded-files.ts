import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError } from './embedded-server-error.ts';

/** A server at work in a data directory; `ready` once it takes connections, and no longer when it is stopping. */
export type RunningServer = Readonly<{ pid: number; host: string; port: number; ready: boolean }>;

export const PORT = 5432;

/** The server at work in this data directory, whoever started it. */
export const findRunningServer = (directory: string): RunningServer | undefined => {
  // pid, data directory, start, port, socket directory, address, shared memory, status
  const lines = readLines(path.join(directory, 'postmaster.pid'));
  const pid = lockHolder(lines);
  if (!worksIn(pid, directory)) return undefined;
  return { pid, host: lines[4] ?? '', port: Number(lines[3]), ready: lines[7]?.startsWith('ready') ?? false };
};

/**
 * Removes the locks of a server that is gone. PostgreSQL does so only while no other program has got the number of the
 * dead process. Synchronous, so that no server that starts meanwhile loses the lock it just made.
 */
export const removeStaleLocks = (directory: string, host: string): void => {
  for (const lock of [path.join(directory, 'postmaster.pid'), path.join(host, `.s.PGSQL.${PORT}.lock`)]) {
    const pid = lockHolder(readLines(lock));
    if (pid > 0 && !worksIn(pid, directory)) rmSync(lock, { force: true });
  }
};

/**
 * Makes the data directory unless it is there. It is filled aside and moved into place, so that first starts at the
 * same time, or a kill in the midst, never leave half of one.
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

/** Where the socket of this data directory belongs: always the same place, so a crash leaves nothing new behind. */
export const socketDirectory = (directory: string): string => {
  const hash = createHash('sha256').update(`${process.getuid?.()}:${directory}`).digest('hex');
  const host = path.join(tmpdir(), `pg-${hash.slice(0, 16)}`);
  // the kernel takes 107 bytes for the path of a socket
  return Buffer.byteLength(`${host}/.s.PGSQL.${PORT}`) <= 107 ? host : path.join('/tmp', path.basename(host));
};

/** Makes the socket's directory, closed to everyone but `uid`; it lies where others may write, so it may be a trap. */
export const ensureSocketDirectory = async (host: string, uid: number): Promise<void> => {
  try {
    await mkdir(host, { recursive: true, mode: 0o700 });
    const found = await lstat(host);
    if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== uid)) {
      throw new Error('it belongs to someone else');
    }
    if (found.uid !== uid) await chown(host, uid, found.gid);
  } catch (error) {
    throw explained(error, `The folder ${host}, meant for the database's socket, cannot be used`);
  }
};

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** A server in single-user mode writes its number with a minus. */
const lockHolder = (lines: string[]): number => Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;

/** Numbers of processes are used again, so what counts is where one works: PostgreSQL moves into its data directory. */
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
    throw new EmbeddedServerError(`The data folder ${directory} is not empty and holds no PostgreSQL database.`);
  }
  const version = (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version !== major) {
    throw new EmbeddedServerError(
      `The data folder ${directory} was made by PostgreSQL ${version}, which PostgreSQL ${major} cannot read: ` +
        'choose another data folder, or set DATABASE_URL to a server of that version.',
    );
  }
  return true;
};

/** Not `recursive: true`, which never comes back where a folder is denied as ENOENT, as in /proc. */
/** Makes a folder and those above it. */
export const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

/** Removes what first starts that were killed have left aside. */
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

/** In a container this process often has the number of the one before. */
const isAbandoned = async (aside: string, pid: number): Promise<boolean> =>
  pid === process.pid ? (await stat(aside)).mtimeMs < performance.timeOrigin : !existsSync(`/proc/${pid}`);

const explained = (error: unknown, what: string): EmbeddedServerError => {
  if (error instanceof EmbeddedServerError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new EmbeddedServerError(`${what}: ${why}.`, { cause: error });
};
