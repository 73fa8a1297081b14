import { setImmediate as nextIteration } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { Tracing } from '#core/shared/tracing.ts';
import { corkUntilNextTick } from './cork.ts';
import type { Database } from './database.ts';
import { inSpan } from './statement-span.ts';
import { type Statement, withStatementName } from './statements.ts';

/**
 * An open transaction on one connection. Statements are pipelined: PostgreSQL runs them in order and none after a
 * failed one. Those of one tick are sent as one packet.
 */
export class TransactionSession {
  readonly #client: PoolClient;
  readonly #database: Database;
  readonly #sent: Promise<unknown>[] = [];
  #em: EntityManager | undefined;

  constructor(database: Database, client: PoolClient) {
    this.#database = database;
    this.#client = client;
  }

  /** Undefined: nothing is traced. */
  get tracing(): Tracing | undefined {
    return this.#database.tracing;
  }

  /** MikroORM on this connection, with an identity map for this transaction. */
  get em(): EntityManager {
    if (this.#em === undefined) {
      this.#em = this.#database.orm.em.fork({ useContext: false });
      this.#em.setTransactionContext(kyselyOf(this.#client, this.tracing));
    }
    return this.#em;
  }

  /** Runs a statement and returns its rows. */
  async query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
    corkUntilNextTick(this.#client);
    const result = this.#run(statement);
    this.#track(result);
    return (await result).rows as R[];
  }

  /** Sends a statement without waiting; a failure fails the transaction. */
  send(statement: Statement): void {
    corkUntilNextTick(this.#client);
    this.#track(this.#run(statement));
  }

  #run(statement: Statement): Promise<QueryResult> {
    const query = statement.values === undefined ? statement.text : withStatementName(statement);
    const { tracing } = this;
    if (tracing === undefined) return this.#client.query(query);
    return inSpan(tracing, statement.text, () => this.#client.query(query));
  }

  /** Lets the event loop send the statements, so that PostgreSQL runs them while the caller prepares others. */
  async dispatched(): Promise<void> {
    await nextIteration();
  }

  /** Waits for all sent statements. @throws the first error. */
  async settle(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Ends the transaction. @throws the first error of a sent statement, or if PostgreSQL rolled back. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    corkUntilNextTick(this.#client);
    const ended = this.#run({ text: how });
    this.#track(ended);
    await this.settle();
    const { command } = await ended;
    if (command !== how.toUpperCase()) throw new Error('The work continued after one of its statements had failed.');
  }

  #track(query: Promise<unknown>): void {
    // `settle` reports the error; until then it must not count as unhandled
    query.catch(() => {});
    this.#sent.push(query);
  }
}

const kyselies = new WeakMap<PoolClient, Kysely<unknown>>();

/** MikroORM runs statements through Kysely; this instance always uses the given connection. */
const kyselyOf = (client: PoolClient, tracing: Tracing | undefined): Kysely<unknown> => {
  let kysely = kyselies.get(client);
  if (kysely === undefined) {
    const query = (text: string, values: unknown[]) => client.query(text, values);
    const traced = tracing && ((text: string, values: unknown[]) => inSpan(tracing, text, () => query(text, values)));
    const connection = { query: traced ?? query, release: () => {} };
    const pool = { connect: async () => connection, end: async () => {} };
    kysely = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
    kyselies.set(client, kysely);
  }
  return kysely;
};
