import type { Pool, PoolClient } from 'pg';
import { corkUntilNextTick } from './cork.ts';
import { isReadOnly } from './errors.ts';
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

/** `isShort`: whether it is sent before the others that wait. */
export type PipelinedStatements = (query: NamedStatement, isShort: boolean) => Promise<unknown[]>;

/** Runs independent statements outside transactions: at once under low load, otherwise several in one packet. */
export const makePipelinedStatements = (pool: Pool): PipelinedStatements => {
  const short: QueuedStatement[] = [];
  const others: QueuedStatement[] = [];
  /** Pipelines that are not slow, and all. */
  let [running, open] = [0, 0];

  const begin = (): void => {
    while (short.length + others.length > 0 && running < MAX_PIPELINES && open < pool.options.max) {
      const next = short.splice(0, MAX_PIPELINE_DEPTH);
      void run([...next, ...others.splice(0, MAX_PIPELINE_DEPTH - next.length)]);
    }
  };

  const run = async (statements: readonly QueuedStatement[]): Promise<void> => {
    let counts = true;
    const end = (): void => {
      running -= counts ? 1 : 0;
      counts = false;
      begin();
    };
    running += 1;
    open += 1;
    const timer = setTimeout(end, SLOW_PIPELINE_MS);
    await send(pool, statements);
    clearTimeout(timer);
    open -= 1;
    end();
  };

  return (query, isShort) =>
    new Promise((resolve, reject) => {
      (isShort ? short : others).push({ query, resolve, reject });
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
  let isOfReadOnlyServer = false;
  await Promise.all(
    statements.map(({ query, resolve, reject }) => {
      keepRecentVariants(client, query);
      const fail = (error: unknown): void => {
        isOfReadOnlyServer ||= isReadOnly(error);
        reject(error);
      };
      return client.query(query).then(({ rows }) => resolve(rows), fail);
    }),
  );
  // the pool drops broken connections itself
  client.release(isOfReadOnlyServer);
};
