import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { EmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { freePort } from './free-port.ts';

/** The port on 127.0.0.1, in each process that uses it. */
const PORT = 'TEST_POSTGRES_PORT';

/** A socket that answers with the port. */
const SOCKET = 'TEST_POSTGRES_SOCKET';

/** The data is deleted after the run, so it need not survive a crash, nor be vacuumed in hundreds of databases. */
const DISPOSABLE = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/** The run's PostgreSQL, which starts when the first test needs it. */
export type RunPostgres = Readonly<{ isStarted(): boolean; stop(): Promise<void> }>;

/** Offers a PostgreSQL in the given directory to all processes of the run. `prepare` makes its first database. */
export const offerPostgres = async (directory: string, prepare: () => Promise<void>): Promise<RunPostgres> => {
  let started: Promise<EmbeddedServer> | undefined;
  const start = async (): Promise<EmbeddedServer> => {
    const server = await startServer(directory);
    process.env[PORT] = String(server.port);
    await prepare();
    return server;
  };
  const offer = createServer((socket) => {
    started ??= start();
    started.then(
      ({ port }) => socket.end(String(port)),
      (error) => socket.end(String(error)),
    );
  });
  const socket = path.join(directory, 'postgres.socket');
  await once(offer.listen(socket).unref(), 'listening');
  process.env[SOCKET] = socket;
  return {
    isStarted: () => started !== undefined,
    async stop() {
      offer.close();
      await (await started)?.stop();
    },
  };
};

const startServer = async (directory: string): Promise<EmbeddedServer> => {
  // loaded here, since most files of tests need no database
  const { startEmbeddedServer } = await import('#adapters/postgres/embedded/embedded-server.ts');
  return startEmbeddedServer({
    directory: path.join(directory, 'postgres'),
    log: () => {},
    settings: { ...DISPOSABLE, listen_addresses: '127.0.0.1', port: String(await freePort()), max_connections: '200' },
  });
};

/** Waits for the run's PostgreSQL, and starts it if no test has needed it yet. */
export const ensurePostgres = async (): Promise<void> => {
  if (process.env[PORT] !== undefined) return;
  const answer = await text(connect(process.env[SOCKET] ?? ''));
  if (!/^\d+$/.test(answer)) throw new Error(`The PostgreSQL of the tests does not start: ${answer}`);
  process.env[PORT] = answer;
};

/** The port of the run's PostgreSQL, once `ensurePostgres` has resolved. */
export const postgresPort = (): string => process.env[PORT] ?? '';
