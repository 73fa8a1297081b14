import type { Id } from '#core/shared/id.ts';
import type {
  IdempotencyKey,
  IdempotencyQueries,
  IdempotencyRecord,
  IdempotencyStore,
  NewIdempotencyRecord,
} from '#core/shared/idempotency.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';

const TAKE = 'select take_request_name($1, $2, $3, $4)';

const FIND = `
  select fingerprint, status, headers, body from answers
  where account = $1 and operation = $2 and key = $3 and created_at > $4`;

// the column has orders too, by which people are told of
const KEEP = `
  insert into answers (account, operation, key, fingerprint, status, headers, body, people, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const REMOVE_OF = 'delete from answers where account = $1';

/** Exported for whoever wants to see its plan. */
export const ERASE = `update answers set body = null where people <> '{}' and people && $1::text[]`;

const REMOVE_BEFORE = `
  with expired as (select ctid from answers where created_at < $1 limit 5000),
    removed as (delete from answers where ctid in (select ctid from expired) returning 1)
  select count(*)::integer as count from removed`;

const values = ({ account, operation, key }: IdempotencyKey): string[] => [account, operation, key];

export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async claim(name: IdempotencyKey, since: Date): Promise<void> {
    this.#session.send({ text: TAKE, values: [...values(name), since] });
  }

  async complete(name: IdempotencyKey, answer: NewIdempotencyRecord): Promise<void> {
    const { fingerprint, status, headers, body, about, at } = answer;
    const row = [...values(name), fingerprint, status, JSON.stringify(headers), body, about, at];
    this.#session.send({ text: KEEP, values: row });
  }

  async erase(userId: Id<'usr'>, ids: readonly Id[]): Promise<void> {
    this.#session.send({ text: REMOVE_OF, values: [userId] });
    this.#session.send({ text: ERASE, values: [[userId, ...ids]] });
  }
}

export class PostgresIdempotencyQueries implements IdempotencyQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(name: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined> {
    return (await this.#database.query<IdempotencyRecord>({ text: FIND, values: [...values(name), since] }))[0];
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>({ text: REMOVE_BEFORE, values: [time] });
    return row?.count ?? 0;
  }
}
