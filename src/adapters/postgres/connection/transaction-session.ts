import type { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { corkUntilNextTick } from './cork.ts';
import { type Database, prepared, type Statement } from './database.ts';

/**
 * One open transaction on one connection. Statements are sent as they come, without a wait for the one before: the
 * connection is a pipeline, and PostgreSQL runs them in order and none after one that failed. Those of one turn go out
 * as one packet.
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

  /** MikroORM with an identity map of this transaction's own, on its connection. */
  get em(): EntityManager {
    if (this.#em === undefined) {
      this.#em = this.#database.orm.em.fork({ useContext: false });
      this.#em.setTransactionContext(kyselyOf(this.#client));
    }
    return this.#em;
  }

  /** Runs a statement and gives its rows. */
  async query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
    corkUntilNextTick(this.#client);
    const result = this.#client.query<R>(prepared(statement));
    this.#track(result);
    return (await result).rows;
  }

  /** Sends a statement whose rows nobody waits for; should it fail, the transaction does. */
  send(statement: Statement): void {
    corkUntilNextTick(this.#client);
    this.#track(this.#client.query(statement.values === undefined ? statement.text : prepared(statement)));
  }

  /** Waits for all that was sent. @throws the first error among it. */
  async settle(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Ends the transaction. @throws the first error among what was sent, or if PostgreSQL has kept nothing. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    corkUntilNextTick(this.#client);
    const ended = this.#client.query(how);
    this.#track(ended);
    await this.settle();
    const { command } = await ended;
    if (command !== how.toUpperCase()) throw new Error('The work went on after one of its statements had failed.');
  }

  #track(query: Promise<unknown>): void {
    // `settle` reports it; until then it must not count as unhandled
    query.catch(() => {});
    this.#sent.push(query);
  }
}

const kyselies = new WeakMap<PoolClient, Kysely<unknown>>();

/** MikroORM runs its statements on a Kysely; this one always uses the given connection. */
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
