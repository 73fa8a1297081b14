import type { Pool, QueryConfig } from 'pg';

/** Few, so that requests always find a connection. */
const MAX_BATCH_SIZE = 3;

/**
 * Runs statements of what works in the background, each on a connection that it shares with nothing: what is behind a slow one
 * would wait for it. Others come in their turn.
 */
export const makeBackgroundStatements = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (): Promise<void> | undefined => {
    if (running < MAX_BATCH_SIZE) {
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
