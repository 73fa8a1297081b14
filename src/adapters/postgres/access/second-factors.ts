import { type SqlBool, sql } from 'kysely';
import {
  MAX_PASSKEY_CHALLENGES,
  type PasskeyChallenge,
  type RecoveryCodeHash,
  type SecondFactorQueries,
  type SecondFactorRepository,
} from '#core/access/second-factors/ports.ts';
import {
  type SecondFactor,
  type SecondFactorView,
  secondFactorView,
} from '#core/access/second-factors/second-factor.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { columnEquals } from '../lists/condition.ts';
import { joinAndItem, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertRow, updateRow } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import {
  PasskeyChallengeRow,
  SecondFactorRow,
  toPasskeyChallengeRow,
  toSecondFactor,
  toSecondFactorRow,
} from '../tables/second-factors.ts';

type OfUser = Readonly<{ userId: Id<'usr'> }>;

const LOCK_OF = prepare<OfUser>()(($) =>
  db
    .selectFrom('second_factors')
    .select(columnNames(SecondFactorRow))
    .where('user_id', '=', $('userId'))
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate(),
);

const INSERT = insertRow(SecondFactorRow);

const UPDATE = updateRow(SecondFactorRow);

const REMOVE = deleteRow(SecondFactorRow);

const REMOVE_OF = prepare<OfUser>()(($) => db.deleteFrom('second_factors').where('user_id', '=', $('userId')));

const REMOVE_CODES = prepare<OfUser>()(($) => db.deleteFrom('recovery_codes').where('user_id', '=', $('userId')));

const ADD_CODES = prepare<OfUser & { hashes: readonly RecoveryCodeHash[] }>()(($) =>
  db
    .insertInto('recovery_codes')
    .columns(['hash', 'user_id'])
    .expression(
      db
        .selectFrom(sql<{ hash: RecoveryCodeHash }>`unnest(${$('hashes')}::text[])`.as<'added'>(sql`added (hash)`))
        .select(['added.hash', sql<Id<'usr'>>`${$('userId')}::text`.as('user_id')]),
    ),
);

const CONSUME_CODE = prepare<OfUser & { hash: RecoveryCodeHash }>()(($) =>
  db
    .deleteFrom('recovery_codes')
    .where('hash', '=', $('hash'))
    .where('user_id', '=', $('userId'))
    .returning(sql<SqlBool>`true`.as('consumed')),
);

const INSERT_CHALLENGE = insertRow(PasskeyChallengeRow);

const REMOVE_OLD_CHALLENGES = prepare<OfUser>()(($) =>
  db.deleteFrom('passkey_challenges').where('challenge', 'in', (eb) =>
    eb
      .selectFrom('passkey_challenges')
      .select('challenge')
      .where('user_id', '=', $('userId'))
      .orderBy('expires_at', 'desc')
      .offset(MAX_PASSKEY_CHALLENGES - 1),
  ),
);

const REMOVE_CHALLENGES = prepare<OfUser>()(($) =>
  db.deleteFrom('passkey_challenges').where('user_id', '=', $('userId')),
);

const CONSUME_CHALLENGE = prepare<OfUser & { challenge: string; at: Date }>()(($) =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', $('challenge'))
    .where('user_id', '=', $('userId'))
    .where('expires_at', '>', $('at'))
    .returning(sql<SqlBool>`true`.as('consumed')),
);

const MAX_REMOVED_CHALLENGES = 5_000;

const REMOVE_EXPIRED_CHALLENGES = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge', 'in', (eb) =>
      eb
        .selectFrom('passkey_challenges')
        .select('challenge')
        .where('expires_at', '<', $('before'))
        .limit(MAX_REMOVED_CHALLENGES),
    ),
);

export class PostgresSecondFactorRepository implements SecondFactorRepository {
  readonly #session: TransactionSession;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(session: TransactionSession, noteCredentialChange: (id: string) => void) {
    this.#session = session;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async listOf(userId: Id<'usr'>): Promise<readonly SecondFactor[]> {
    return (await this.#session.query(LOCK_OF({ userId }))).map(toSecondFactor);
  }

  async add(factor: SecondFactor): Promise<void> {
    this.#session.send(INSERT(toSecondFactorRow(factor)));
  }

  async save(factor: SecondFactor): Promise<void> {
    this.#session.send(UPDATE(toSecondFactorRow(factor)));
    this.#noteCredentialChange(factor.userId);
  }

  async remove({ id, userId }: Pick<SecondFactor, 'id' | 'userId'>): Promise<void> {
    this.#session.send(REMOVE({ id }));
    this.#noteCredentialChange(userId);
  }

  async removeAllOf(userId: Id<'usr'>): Promise<void> {
    this.#session.send(REMOVE_OF({ userId }));
    this.#session.send(REMOVE_CODES({ userId }));
    this.#session.send(REMOVE_CHALLENGES({ userId }));
    this.#noteCredentialChange(userId);
  }

  async replaceRecoveryCodes(userId: Id<'usr'>, hashes: readonly RecoveryCodeHash[]): Promise<void> {
    this.#session.send(REMOVE_CODES({ userId }));
    if (hashes.length > 0) this.#session.send(ADD_CODES({ userId, hashes }));
  }

  async consumeRecoveryCode(userId: Id<'usr'>, hash: RecoveryCodeHash): Promise<boolean> {
    return (await this.#session.query(CONSUME_CODE({ userId, hash }))).length > 0;
  }

  async addChallenge(challenge: PasskeyChallenge): Promise<void> {
    this.#session.send(REMOVE_OLD_CHALLENGES({ userId: challenge.userId }));
    this.#session.send(INSERT_CHALLENGE(toPasskeyChallengeRow(challenge)));
  }

  async consumeChallenge(
    { challenge, userId }: Pick<PasskeyChallenge, 'challenge' | 'userId'>,
    at: Date,
  ): Promise<boolean> {
    return (await this.#session.query(CONSUME_CHALLENGE({ challenge, userId, at }))).length > 0;
  }
}

/** A second factor `t` as the API shows it. */
export const SECOND_FACTOR_VIEW = rowView(SecondFactorRow, (row) => secondFactorView(toSecondFactor(row)));

export class PostgresSecondFactorQueries implements SecondFactorQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list({ userId, page }: Parameters<SecondFactorQueries['list']>[0]): Promise<Page<SecondFactorView>> {
    return readPage(this.#database, {
      name: 'second factors',
      table: 'second_factors',
      conditions: [columnEquals('user_id', userId)],
      sort: newestFirstList.defaultSort,
      ...joinAndItem(SECOND_FACTOR_VIEW),
      page,
    });
  }

  async removeExpiredChallenges(before: Date): Promise<void> {
    await this.#database.query(REMOVE_EXPIRED_CHALLENGES({ before }));
  }
}
