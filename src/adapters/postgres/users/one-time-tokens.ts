import type { OneTimeToken, OneTimeTokenQueries, OneTimeTokenRepository } from '#core/users/one-time-token.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';

type Wanted = Pick<OneTimeToken, 'hash' | 'purpose'>;

const REMOVE_EARLIER = 'delete from one_time_tokens where user_id = $1 and purpose = $2';

const ADD = 'insert into one_time_tokens (hash, purpose, user_id, email_key, expires_at) values ($1, $2, $3, $4, $5)';

// the person is locked before the token, as all who change both do
const TAKE = `
  delete from one_time_tokens t
  using (
    select u.id from users u join one_time_tokens sent on sent.user_id = u.id where sent.hash = $1 for update of u
  ) holder
  where t.hash = $1 and t.purpose = $2 and t.expires_at > $3 and t.user_id = holder.id
  returning t.user_id, t.email_key, t.expires_at`;

const REMOVE_ALL_OF = 'delete from one_time_tokens where user_id = $1';

const HAS = 'select 1 from one_time_tokens where hash = $1 and purpose = $2 and expires_at > $3';

const REMOVE_ENDED = `
  delete from one_time_tokens where hash in (select hash from one_time_tokens where expires_at < $1 limit 5000)`;

type Taken = { user_id: UserId; email_key: string; expires_at: string | Date };

export class PostgresOneTimeTokenRepository implements OneTimeTokenRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add({ hash, purpose, userId, emailKey, expiresAt }: OneTimeToken): Promise<void> {
    this.#session.send({ text: REMOVE_EARLIER, values: [userId, purpose] });
    await this.#session.query({ text: ADD, values: [hash, purpose, userId, emailKey, expiresAt] });
  }

  async take({ hash, purpose }: Wanted, at: Date): Promise<OneTimeToken | undefined> {
    const [row] = await this.#session.query<Taken>({ text: TAKE, values: [hash, purpose, at] });
    if (row === undefined) return undefined;
    return { hash, purpose, userId: row.user_id, emailKey: row.email_key, expiresAt: new Date(row.expires_at) };
  }

  async removeAllOf(userId: UserId): Promise<void> {
    this.#session.send({ text: REMOVE_ALL_OF, values: [userId] });
  }
}

export class PostgresOneTimeTokenQueries implements OneTimeTokenQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async has({ hash, purpose }: Wanted, at: Date): Promise<boolean> {
    return (await this.#database.query({ text: HAS, values: [hash, purpose, at] })).length > 0;
  }

  async removeEnded(before: Date): Promise<void> {
    await this.#database.query({ text: REMOVE_ENDED, values: [before] });
  }
}
