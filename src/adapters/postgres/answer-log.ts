import type { AnswerLog, AnswerQueries, KeptAnswer, RequestName, TakenName } from '#core/shared/answers.ts';
import type { Database } from './database.ts';
import type { TransactionSession } from './transaction-session.ts';

// the lock tells at once that another transaction has the name; the primary key decides
const TAKE = `
  select pg_try_advisory_xact_lock(hashtextextended($1 || E'\\n' || $2 || E'\\n' || $3, 0)) as free,
    fingerprint, status, headers, body, created_at <= $4 as expired
  from (select) as one left join answers on account = $1 and operation = $2 and key = $3`;

const REMOVE = 'delete from answers where account = $1 and operation = $2 and key = $3 and created_at <= $4';

const KEEP = `
  insert into answers (account, operation, key, fingerprint, status, headers, body, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const REMOVE_BEFORE = `
  with expired as (select ctid from answers where created_at < $1 limit 5000),
    removed as (delete from answers where ctid in (select ctid from expired) returning 1)
  select count(*)::integer as count from removed`;

const values = ({ account, operation, key }: RequestName): string[] => [account, operation, key];

export class PostgresAnswerLog implements AnswerLog {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async take(name: RequestName, since: Date): Promise<TakenName> {
    type Row = KeptAnswer & { free: boolean; expired: boolean | null };
    const [row] = await this.#session.query<Row>({ text: TAKE, values: [...values(name), since] });
    if (row === undefined) throw new Error('A name has one row, known or not.');
    const { free, expired, ...answer } = row;
    if (expired === false) return { kind: 'kept', answer };
    if (!free) return { kind: 'running' };
    if (expired) this.#session.send({ text: REMOVE, values: [...values(name), since] });
    return { kind: 'taken' };
  }

  async keep(name: RequestName, { fingerprint, status, headers, body }: KeptAnswer, at: Date): Promise<void> {
    const row = [...values(name), fingerprint, status, JSON.stringify(headers), body, at];
    this.#session.send({ text: KEEP, values: row });
  }
}

export class PostgresAnswerQueries implements AnswerQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>({ text: REMOVE_BEFORE, values: [time] });
    return row?.count ?? 0;
  }
}
