import pLimit from 'p-limit';
import type { Pool, QueryConfig } from 'pg';

/** Few, so that requests always find a connection. */
const MAX_CONCURRENT_STATEMENTS = 3;

/**
 * Runs each background statement alone on a pooled connection, not pipelined, so that no statement waits behind a slow
 * one. More than the maximum are queued.
 */
export const makeBackgroundStatements = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const limit = pLimit(MAX_CONCURRENT_STATEMENTS);
  return (query) => limit(async () => (await pool.query(query)).rows);
};
