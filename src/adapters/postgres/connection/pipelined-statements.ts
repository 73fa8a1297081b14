import type { Pool, PoolClient } from 'pg';
import { corkUntilNextTick } from './cork.ts';
import { keepRecentVariants, type NamedStatement } from './statements.ts';

type QueuedStatement = Readonly<{
  query: NamedStatement;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}>;

/** Few, since a connection processes its statements in order. */
const MAX_PIPELINE_DEPTH = 8;

/** Few, so that statements that arrive meanwhile are sent together, which costs both sides half as much. */
const MAX_PIPELINES = 2;

/** After this time a pipeline is considered slow, and another may start, up to the pool's size. */
const SLOW_PIPELINE_MS = 10;

/** Runs independent statements outside transactions: at once under low load, otherwise several in one packet. */
export const makePipelinedStatements = (pool: Pool): ((query: NamedStatement) => Promise<unknown[]>) => {
  const waiting: QueuedStatement[] = [];
  let running = 0;

  const begin = (): void => {
    while (waiting.length > 0 && running < MAX_PIPELINES) void run(waiting.splice(0, MAX_PIPELINE_DEPTH));
  };

  const run = async (statements: readonly QueuedStatement[]): Promise<void> => {
    let counts = true;
    const end = (): void => {
      running -= counts ? 1 : 0;
      counts = false;
      begin();
    };
    running += 1;
    const timer = setTimeout(end, SLOW_PIPELINE_MS);
    await send(pool, statements);
    clearTimeout(timer);
    end();
  };

  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject });
      begin();
    });
};

const send = async (pool: Pool, statements: readonly QueuedStatement[]): Promise<void> => {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of statements) reject(error);
    return;
  }
  corkUntilNextTick(client);
  await Promise.all(
    statements.map(({ query, resolve, reject }) => {
      keepRecentVariants(client, query);
      return client.query(query).then(({ rows }) => resolve(rows), reject);
    }),
  );
  // the pool drops broken connections itself
  client.release();
};
