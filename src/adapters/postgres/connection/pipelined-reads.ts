import type { Pool, PoolClient, QueryConfig } from 'pg';
import { corkUntilNextTick } from './cork.ts';

type Read = Readonly<{ query: QueryConfig; resolve: (rows: unknown[]) => void; reject: (error: unknown) => void }>;

/** Few, since a connection answers one after the other what it was sent. */
const MAX_PIPELINE_DEPTH = 8;

/** Few, so that what comes while they run goes out together: that costs both sides half of what single reads do. */
const MAX_PIPELINES = 2;

/** A pipeline that takes longer is not waited for: others may begin beside it, as many as the pool has connections. */
const STOP_TIMEOUT_MS = 10;

/** Runs reads that have nothing to do with each other: at once where little is going on, else several together. */
export const makePipelinedReads = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const waiting: Read[] = [];
  let running = 0;

  const begin = (): void => {
    while (waiting.length > 0 && running < MAX_PIPELINES) void run(waiting.splice(0, MAX_PIPELINE_DEPTH));
  };

  const run = async (reads: readonly Read[]): Promise<void> => {
    let counts = true;
    const end = (): void => {
      running -= counts ? 1 : 0;
      counts = false;
      begin();
    };
    running += 1;
    const timer = setTimeout(end, STOP_TIMEOUT_MS);
    await send(pool, reads);
    clearTimeout(timer);
    end();
  };

  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject });
      begin();
    });
};

const send = async (pool: Pool, reads: readonly Read[]): Promise<void> => {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of reads) reject(error);
    return;
  }
  corkUntilNextTick(client);
  await Promise.all(
    reads.map(({ query, resolve, reject }) => client.query(query).then(({ rows }) => resolve(rows), reject)),
  );
  // the pool itself drops a connection that is broken
  client.release();
};
