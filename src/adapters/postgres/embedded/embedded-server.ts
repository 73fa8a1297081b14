// Why: docs/decisions/0005-embedded-postgresql.md

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensureDataDirectory,
  ensureSocketDirectory,
  findRunningServer,
  PORT,
  removeStaleLocks,
  socketDirectory,
} from './embedded-files.ts';
import {
  changeOwner,
  chooseIdentity,
  type Identity,
  loadBinaries,
  type Program,
  startProgram,
} from './embedded-program.ts';
import { EmbeddedServerError } from './embedded-server-error.ts';

export { EmbeddedServerError };

/**
 * A PostgreSQL that lives as long as this process, on a Unix socket only. Of several processes on one data directory,
 * the first runs it and the others share it; when the first ends, another restarts it at the same address within about
 * a second, so a broken connection is worth a retry.
 */
export type EmbeddedServer = Readonly<{
  /** The socket directory, used as `host` of a connection. */
  host: string;
  port: number;
  user: 'postgres';
  database: 'postgres';
  /** Stops the server if this process runs it; resolves once it has stopped. */
  stop(): Promise<void>;
}>;

type Settings = Readonly<Record<string, string>>;
type Fill = Readonly<{ aside: string; initdb: string; identity: Identity; settings: Settings }>;
type Place = Readonly<{ directory: string; host: string; settings: Settings; log: (line: string) => void }>;
type Server = Readonly<{ pid: number; host: string; port: number; stop(): Promise<void> }>;

const TICK_MS = 10;
const WATCH_MS = 250;
const RETRY_MS = 1_000;
/** The timeout for a server that starts or stops in another process. */
const HANDOVER_TIMEOUT_MS = 20_000;
/** PostgreSQL's messages when another server uses its directory, or has not quite left it. */
const DIRECTORY_IN_USE = /lock file|shared memory block/;

const SETTINGS: Settings = {
  listen_addresses: '',
  port: String(PORT),
  timezone: 'UTC',
  jit: 'off', // compiling a query takes longer than our queries
  deadlock_timeout: '100ms', // a wait this long is most likely a deadlock
  lc_messages: 'C',
  // the statement and detail of an error may contain what must not be logged
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
  log_line_prefix: '',
};

/**
 * Starts PostgreSQL on a data directory, created if missing, or shares the server running there, whose settings then
 * stay. `log` receives PostgreSQL's lines.
 * @throws {EmbeddedServerError} with a message for people.
 */
export const startEmbeddedServer = async (options: {
  directory: string;
  log: (line: string) => void;
  settings?: Settings;
}): Promise<EmbeddedServer> => {
  const { log, settings = {} } = options;
  const directory = path.resolve(options.directory);
  const ending = new AbortController();
  let server = await startOrJoin({ directory, host: socketDirectory(directory), settings, log }, ending.signal);
  const { host, port } = server;

  const watch = async (): Promise<never> => {
    for (;;) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: ending.signal });
      if (findRunningServer(directory)?.pid === server.pid) continue;
      log('PostgreSQL has ended; restarting it');
      try {
        server = await startOrJoin({ directory, host, settings, log }, ending.signal);
      } catch (error) {
        ending.signal.throwIfAborted();
        log(`PostgreSQL has not restarted yet: ${error}`);
        await sleep(RETRY_MS, undefined, { ref: false, signal: ending.signal });
      }
    }
  };
  const watched = watch().catch(() => {}); // only the signal stops it

  const stop = async () => {
    ending.abort();
    await watched;
    await server.stop();
  };
  return { host, port, user: 'postgres', database: 'postgres', stop };
};

/** Resolves with a ready server: the running one, or a new one. Leaves none behind on failure. */
const startOrJoin = async (place: Place, signal: AbortSignal): Promise<Server> => {
  const deadline = Date.now() + HANDOVER_TIMEOUT_MS;
  let launched: Program | undefined;
  try {
    for (;;) {
      const running = findRunningServer(place.directory);
      if (running?.ready) {
        const ours = running.pid === launched?.pid ? launched : undefined;
        return { ...running, stop: async () => ours?.stop() };
      }
      if (!launched?.isRunning()) {
        throwIfUnrecoverable(place, deadline, launched?.failureReason());
        if (running === undefined) launched = await launch(place);
      }
      await sleep(TICK_MS, undefined, { signal });
    }
  } catch (error) {
    await launched?.stop();
    throw error;
  }
};

const throwIfUnrecoverable = ({ directory }: Place, deadline: number, lastWords: string | undefined): void => {
  if (lastWords !== undefined && !DIRECTORY_IN_USE.test(lastWords)) {
    throw new EmbeddedServerError(`PostgreSQL did not start: ${lastWords}.`);
  }
  if (Date.now() > deadline) {
    const why = lastWords ?? 'it neither starts nor stops';
    throw new EmbeddedServerError(`Another PostgreSQL holds the data folder ${directory}: ${why}.`);
  }
};

const launch = async ({ directory, host, settings, log }: Place): Promise<Program> => {
  const { postgres, initdb, major } = await loadBinaries();
  const identity = chooseIdentity(directory);
  await ensureDataDirectory(directory, major, (aside) => fill({ aside, initdb, identity, settings }));
  await changeOwner(identity, directory);
  await ensureSocketDirectory(host, identity.uid);
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: host, ...settings });
  removeStaleLocks(directory, host);
  return startProgram(
    identity,
    [postgres, '-D', directory, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    log,
  );
};

const fill = async ({ aside, initdb, identity, settings: { fsync } }: Fill): Promise<void> => {
  await changeOwner(identity, aside);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  // access to the socket means trust: its directory is closed to others
  const options = ['--username=postgres', '--auth=trust', ...(fsync === 'off' ? ['--no-sync'] : [])];
  const program = startProgram(identity, [initdb, '-D', aside, ...options, ...locale], () => {});
  const { succeeded } = await program.ended;
  if (!succeeded) throw new EmbeddedServerError(`The database could not be created: ${program.failureReason()}.`);
};
