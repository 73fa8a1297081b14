import type { Pool, QueryConfig } from 'pg';

/** Few, so that requests always find a connection. */
const MAX_CONCURRENT_STATEMENTS = 3;

/**
 * Runs background statements, each alone on a connection, where nothing waits behind a slow one. Further ones are
 * queued.
 */
export const makeBackgroundStatements = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (): Promise<void> | undefined => {
    if (running < MAX_CONCURRENT_STATEMENTS) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };

  return async (query) => {
    await turn();
    try {
      return (await pool.query(query)).rows;
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
