import type { Pool, PoolClient } from 'pg';
import type { Database } from '#adapters/postgres/connection/database.ts';

/** Records the statements sent by the connections of all pools. */
export type SentStatements = Readonly<{
  /** The statements since the last `forget`, in order. */
  texts(): readonly string[];
  forget(): void;
}>;

/** As the listening connection is proven alive. */
const HEARTBEAT = 'select pg_notify($1, $2)';

/** Records each statement of the connections of all pools. */
export const noteStatements = async ({ pools }: Database): Promise<SentStatements> => {
  let sent: string[] = [];
  const listen = (client: PoolClient): void => {
    const query = client.query.bind(client) as (...values: unknown[]) => unknown;
    const noting = (...values: unknown[]): unknown => {
      const [first] = values;
      const text = typeof first === 'string' ? first : (first as { text: string }).text;
      // the heartbeat comes at any time
      if (text !== HEARTBEAT) sent.push(text);
      return query(...values);
    };
    Object.assign(client, { query: noting });
  };
  const connectAll = (pool: Pool) => Array.from({ length: pool.options.max }, () => pool.connect());
  const clients = await Promise.all(Object.values(pools).flatMap(connectAll));
  for (const client of clients) listen(client);
  for (const client of clients) client.release();
  return {
    texts: () => [...sent],
    forget: () => {
      sent = [];
    },
  };
};
