import type { ClaimedMailRequest, MailQueue, MailRequest, MailRequests } from '#core/users/mail-request.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';

const ADD = `
  insert into mail_requests (purpose, email_key, due_at) values ($1, $2, $3)
  on conflict on constraint mail_requests_one do nothing`;

const REMOVE_ALL_OF = 'delete from mail_requests where email_key = $1';

const CLAIM = `
  update mail_requests set tries = tries + 1, due_at = $2
  where id in (
    select id from mail_requests where due_at <= $1 order by due_at, id limit $3 for update skip locked
  )
  returning id, purpose, email_key, tries`;

const POSTPONE = 'update mail_requests set due_at = $2 where id = $1';

const REMOVE = 'delete from mail_requests where id = $1';

type Row = Pick<ClaimedMailRequest, 'id' | 'purpose' | 'tries'> & { email_key: string };

export class PostgresMailRequests implements MailRequests {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add({ purpose, emailKey }: MailRequest, at: Date): Promise<void> {
    this.#session.send({ text: ADD, values: [purpose, emailKey, at] });
  }

  async removeAllOf(emailKey: string): Promise<void> {
    this.#session.send({ text: REMOVE_ALL_OF, values: [emailKey] });
  }
}

export class PostgresMailQueue implements MailQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim({ at, until, limit }: { at: Date; until: Date; limit: number }): Promise<readonly ClaimedMailRequest[]> {
    const rows = await this.#database.query<Row>({ text: CLAIM, values: [at, until, limit] });
    return rows.map(({ id, purpose, email_key: emailKey, tries }) => ({ id: String(id), purpose, emailKey, tries }));
  }

  async postpone(id: string, until: Date): Promise<void> {
    await this.#database.query({ text: POSTPONE, values: [id, until] });
  }

  async remove(id: string): Promise<void> {
    await this.#database.query({ text: REMOVE, values: [id] });
  }
}
