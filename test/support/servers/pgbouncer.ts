import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { runServer } from './server-process.ts';

/** A PgBouncer before a PostgreSQL. */
export type PgBouncer = Readonly<{
  /** The URL through it. */
  url: string;
  /** Ends it at once; its clients lose their connections. */
  crash(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}>;

type Options = Readonly<{ poolSize: number; mode?: 'session' | 'transaction' }>;

/** Starts a PgBouncer before a database, with its defaults: it refuses what it does not know. */
export const startPgBouncer = async (
  program: string,
  databaseUrl: string,
  { poolSize, mode = 'session' }: Options,
): Promise<PgBouncer> => {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const directory = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const file = path.join(directory, 'pgbouncer.ini');
  const ownPort = await freePort();
  const settings = [
    '[databases]',
    `${database} = host=${hostname} port=${port} dbname=${database} user=${username}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${ownPort}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, `default_pool_size = ${poolSize}`],
  ];
  await writeFile(file, settings.join('\n'));
  // it refuses to run as root
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chmod(directory, 0o755);
  const { start, stop } = await runServer(program, [...(isRoot ? ['--user', 'nobody'] : []), file], ownPort);
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}/${database}`,
    crash: stop,
    restart: start,
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
