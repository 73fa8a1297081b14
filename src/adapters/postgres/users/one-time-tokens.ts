import type { OneTimeToken, OneTimeTokenQueries, OneTimeTokenRepository, TokenPurpose } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { OneTimeTokenRow, toOneTimeToken, toOneTimeTokenRow } from '../tables/one-time-tokens.ts';

type TokenIdentity = Pick<OneTimeToken, 'hash' | 'purpose'>;

const REMOVE_OF_PURPOSE = prepare<Pick<OneTimeToken, 'userId' | 'purpose'>>()(($) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', $('userId')).where('purpose', '=', $('purpose')),
);

const INSERT = insertRow(OneTimeTokenRow);

// locks the user before the token, as every transaction that changes both does
const CONSUME = prepare<TokenIdentity & { at: Date }>()(($) =>
  db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('users')
        .innerJoin('one_time_tokens as sent', 'sent.user_id', 'users.id')
        .select('users.id')
        .where('sent.hash', '=', $('hash'))
        .forUpdate('users'),
    )
    .where('hash', '=', $('hash'))
    .where('purpose', '=', $('purpose'))
    .where('expires_at', '>', $('at'))
    .returning(columnNames(OneTimeTokenRow)),
);

const REMOVE_ALL_OF = prepare<{ userId: UserId }>()(($) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', $('userId')),
);

const HAS = prepare<TokenIdentity & { at: Date }>()(($) =>
  db
    .selectFrom('one_time_tokens')
    .select('hash')
    .where('hash', '=', $('hash'))
    .where('purpose', '=', $('purpose'))
    .where('expires_at', '>', $('at')),
);

const REMOVE_EXPIRED = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('one_time_tokens')
    .where('hash', 'in', (eb) =>
      eb.selectFrom('one_time_tokens').select('hash').where('expires_at', '<', $('before')).limit(5000),
    ),
);

export class PostgresOneTimeTokenRepository implements OneTimeTokenRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add(token: OneTimeToken): Promise<void> {
    this.#session.send(REMOVE_OF_PURPOSE(token));
    await this.#session.query(INSERT(toOneTimeTokenRow(token)));
  }

  async consume({ hash, purpose }: TokenIdentity, at: Date): Promise<OneTimeToken | undefined> {
    const [row] = await this.#session.query(CONSUME({ hash, purpose, at }));
    return row && toOneTimeToken(row);
  }

  async removeAllOf(userId: UserId, purpose?: TokenPurpose): Promise<void> {
    this.#session.send(purpose === undefined ? REMOVE_ALL_OF({ userId }) : REMOVE_OF_PURPOSE({ userId, purpose }));
  }
}

export class PostgresOneTimeTokenQueries implements OneTimeTokenQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async has({ hash, purpose }: TokenIdentity, at: Date): Promise<boolean> {
    return (await this.#database.query(HAS({ hash, purpose, at }))).length > 0;
  }

  async removeExpired(before: Date): Promise<void> {
    await this.#database.query(REMOVE_EXPIRED({ before }));
  }
}
