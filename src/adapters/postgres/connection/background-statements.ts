import pLimit from 'p-limit';
import type { Pool, QueryConfig } from 'pg';

/** Few, so that requests always find a connection. */
const MAX_CONCURRENT_STATEMENTS = 3;

/**
 * Runs background statements, each alone on a connection, where nothing waits behind a slow one. Further ones are
 * queued.
 */
export const makeBackgroundStatements = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const limit = pLimit(MAX_CONCURRENT_STATEMENTS);
  return (query) => limit(async () => (await pool.query(query)).rows);
};
