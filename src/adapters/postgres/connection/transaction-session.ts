import { setImmediate as nextIteration } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { corkUntilNextTick } from './cork.ts';
import type { Database } from './database.ts';
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

  /** MikroORM on this connection, with an identity map for this transaction. */
  get em(): EntityManager {
    if (this.#em === undefined) {
      this.#em = this.#database.orm.em.fork({ useContext: false });
      this.#em.setTransactionContext(kyselyOf(this.#client));
    }
    return this.#em;
  }

  /** Runs a statement and returns its rows. */
  async query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
    corkUntilNextTick(this.#client);
    const result = this.#client.query<R>(withStatementName(statement));
    this.#track(result);
    return (await result).rows;
  }

  /** Sends a statement without waiting; a failure fails the transaction. */
  send(statement: Statement): void {
    corkUntilNextTick(this.#client);
    this.#track(this.#client.query(statement.values === undefined ? statement.text : withStatementName(statement)));
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
    const ended = this.#client.query(how);
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
const kyselyOf = (client: PoolClient): Kysely<unknown> => {
  let kysely = kyselies.get(client);
  if (kysely === undefined) {
    const connection = { query: client.query.bind(client), release: () => {} };
    const pool = { connect: async () => connection, end: async () => {} };
    kysely = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
    kyselies.set(client, kysely);
  }
  return kysely;
};
