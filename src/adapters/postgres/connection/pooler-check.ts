import { randomInt } from 'node:crypto';
import { Client, type ClientBase, type Pool } from 'pg';
import { CONNECTION_TIMEOUT_MS } from './session-settings.ts';

/** Settings that contradict each other, or name what they must not. The message names the settings. */
export class WrongDatabaseSettingError extends Error {}

/**
 * Verifies that the connections of an address keep their server connections.
 * @param setting The setting of the address.
 * @throws WrongDatabaseSettingError
 */
export const requireSessions = (url: string, setting: string): Promise<void> =>
  withTwoClients(url, async (clients) => {
    if (!(await arePooledByTransaction(clients))) return;
    throw new WrongDatabaseSettingError(
      `${setting} leads through a pooler in transaction mode: set DATABASE_POOLER to transaction.`,
    );
  });

/**
 * Verifies that notifications of the database arrive at `DATABASE_LISTEN_URL`.
 * @throws WrongDatabaseSettingError
 */
export const requireNotifications = async (pool: Pool, listenUrl: string): Promise<void> => {
  // an error of the database itself is none of this setting
  (await pool.connect()).release();
  await withTwoClients(listenUrl, async (clients) => {
    if (await arePooledByTransaction(clients)) {
      throw new WrongDatabaseSettingError(
        'DATABASE_LISTEN_URL leads through a pooler in transaction mode, which loses notifications: ' +
          'name the database itself, or a pooler in session mode.',
      );
    }
    await requireSameDatabase(pool, clients[0], 'DATABASE_LISTEN_URL');
  }).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof WrongDatabaseSettingError) throw error;
    throw new WrongDatabaseSettingError(`DATABASE_LISTEN_URL cannot be used: ${error.message || error.code}.`);
  });
};

/**
 * Advisory locks belong to a database: only in another one can the key be locked a second time. Names and identifiers
 * could be those of a copy, and an address that of a proxy.
 * @param setting The setting that names the other.
 * @throws WrongDatabaseSettingError
 */
export const requireSameDatabase = async (
  pool: Pool,
  other: Pick<ClientBase, 'query'>,
  setting: string,
): Promise<void> => {
  const key = randomInt(2 ** 47);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [key]);
    const { rows } = await other.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [key]);
    if (rows[0]?.locked === false) return;
    throw new WrongDatabaseSettingError(`${setting} and DATABASE_URL name different databases.`);
  } finally {
    // the lock ends with the connection
    client.release(true);
  }
};

type TwoClients = readonly [Client, Client];

/**
 * Whether two open connections have one server connection in turn, or one of them several. Nothing is set meanwhile, since
 * others would get it.
 */
const arePooledByTransaction = async ([one, other]: TwoClients): Promise<boolean> => {
  const pidOf = async (client: Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  // a pooler lends either the server connection that came back last, or each in turn
  const [first, second, third, fourth] = [await pidOf(one), await pidOf(other), await pidOf(other), await pidOf(one)];
  return first === second || second !== third || first !== fourth;
};

const withTwoClients = async (url: string, use: (clients: TwoClients) => Promise<void>): Promise<void> => {
  const timeouts = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, query_timeout: CONNECTION_TIMEOUT_MS };
  const open = () => new Client({ connectionString: url, ...timeouts }).on('error', () => {});
  const clients: TwoClients = [open(), open()];
  try {
    for (const client of clients) await client.connect();
    await use(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
};
