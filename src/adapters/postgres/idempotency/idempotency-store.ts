// Why: docs/decisions/0007-idempotency.md

import { sql } from 'kysely';
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
import { prepare } from '../statements/prepare.ts';
import { insertRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { IdempotencyRecordRow, toIdempotencyRecordRow } from '../tables/idempotency-records.ts';

const CLAIM = prepare<IdempotencyKey & { since: Date }>()(($) =>
  db.selectNoFrom(
    sql`claim_idempotency_key(${$('account')}, ${$('operation')}, ${$('key')}, ${$('since')})`.as('claimed'),
  ),
);

const FIND = prepare<IdempotencyKey & { since: Date }>()(($) =>
  db
    .selectFrom('idempotency_records')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('account', '=', $('account'))
    .where('operation', '=', $('operation'))
    .where('key', '=', $('key'))
    // no condition of an index: while the table is empty, that on the time would seem as cheap as the key, and stay the plan
    .where(sql<boolean>`(created_at > ${$('since')}) is true`),
);

type Reservation = IdempotencyKey & Readonly<{ until: Date }>;

const RESERVE = prepare<Reservation & Readonly<{ at: Date }>>()(($) =>
  db
    .insertInto('idempotency_reservations')
    .values({ account: $('account'), operation: $('operation'), key: $('key'), reserved_until: $('until') })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'operation', 'key'])
        .doUpdateSet({ reserved_until: (eb) => eb.ref('excluded.reserved_until') })
        .where('idempotency_reservations.reserved_until', '<=', $('at')),
    )
    .returning('key'),
);

const RELEASE = prepare<Reservation>()(($) =>
  db
    .deleteFrom('idempotency_reservations')
    .where('account', '=', $('account'))
    .where('operation', '=', $('operation'))
    .where('key', '=', $('key'))
    // after its end another request may have reserved the key
    .where('reserved_until', '=', $('until')),
);

/** The few that processes left behind that ended meanwhile. */
const REMOVE_RESERVATIONS_BEFORE = prepare<{ time: Date }>()(($) =>
  db.deleteFrom('idempotency_reservations').where('reserved_until', '<', $('time')),
);

const INSERT = insertRow(IdempotencyRecordRow);

const REMOVE_ALL_OF = prepare<{ userId: string }>()(($) =>
  db.deleteFrom('idempotency_records').where('account', '=', $('userId')),
);

/** Exported so that a test reads its plan. */
export const ERASE = prepare<{ ids: readonly string[] }>()(($) =>
  db
    .updateTable('idempotency_records')
    .set({ body: null })
    // the index has only the rows with ids
    .where(sql<boolean>`personal_ids <> '{}'`)
    .where(sql<boolean>`personal_ids && ${$('ids')}::text[]`),
);

// by `ctid`, the row's place in the table: the key has three columns
const REMOVE_BEFORE = prepare<{ time: Date }>()(($) =>
  db
    .with('expired', (query) =>
      query
        .selectFrom('idempotency_records')
        .select(sql`ctid`.as('ctid'))
        .where('created_at', '<', $('time'))
        .limit(5000),
    )
    .with('removed', (query) =>
      query
        .deleteFrom('idempotency_records')
        // raw SQL: the types have no system columns
        .where(sql<boolean>`ctid in (select ctid from expired)`)
        .returning('account'),
    )
    .selectFrom('removed')
    .select(sql<number>`count(*)::integer`.as('count')),
);

export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async claim(key: IdempotencyKey, since: Date): Promise<void> {
    this.#session.send(CLAIM({ ...key, since }));
  }

  async complete(key: IdempotencyKey, record: NewIdempotencyRecord): Promise<void> {
    this.#session.send(INSERT(toIdempotencyRecordRow(key, record)));
  }

  async erase(userId: Id<'usr'>, ids: readonly Id[]): Promise<void> {
    this.#session.send(REMOVE_ALL_OF({ userId }));
    this.#session.send(ERASE({ ids: [userId, ...ids] }));
  }
}

export class PostgresIdempotencyQueries implements IdempotencyQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(key: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined> {
    return (await this.#database.query(FIND({ ...key, since })))[0];
  }

  async reserve(key: IdempotencyKey, reservation: Readonly<{ at: Date; until: Date }>): Promise<boolean> {
    return (await this.#database.query(RESERVE({ ...key, ...reservation }))).length > 0;
  }

  async release(key: IdempotencyKey, until: Date): Promise<void> {
    await this.#database.query(RELEASE({ ...key, until }));
  }

  async removeBefore(time: Date): Promise<number> {
    await this.#database.query(REMOVE_RESERVATIONS_BEFORE({ time }));
    const [row] = await this.#database.query(REMOVE_BEFORE({ time }));
    return row?.count ?? 0;
  }
}
