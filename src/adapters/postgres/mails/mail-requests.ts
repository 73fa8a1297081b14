import { sql } from 'kysely';
import type { ClaimedMailRequest, MailClaim, MailQueue, MailRequest, MailRequests } from '#core/mails/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { columnsOf, type MailRequestColumns, toClaimedMailRequest } from '../tables/mail-requests.ts';

/** Before any time at which requests are claimed. */
const DUE_AT_ONCE = sql<Date>`'epoch'::timestamptz`;

const INSERT = prepare<MailRequestColumns>()(($) =>
  db
    .insertInto('mail_requests')
    .values({
      purpose: $('purpose'),
      email_key: $('emailKey'),
      user_id: $('userId'),
      order_id: $('orderId'),
      reference: $('reference'),
      amount: $('amount'),
      about_id: $('aboutId'),
      client: $('client'),
      due_at: DUE_AT_ONCE,
      created_at: sql<Date>`now()`,
    })
    .onConflict((conflicts) =>
      conflicts.constraint('mail_requests_one').doUpdateSet({
        due_at: DUE_AT_ONCE,
        client: (eb) =>
          eb.case().when('mail_requests.client', 'is not', null).then(eb.ref('excluded.client')).else(null).end(),
      }),
    ),
);

const REMOVE_ALL_OF = prepare<{ emailKey: string }>()(($) =>
  db.deleteFrom('mail_requests').where('email_key', '=', $('emailKey')).where('user_id', 'is', null),
);

const REMOVE_ALL_ABOUT = prepare<{ userId: UserId }>()(($) =>
  db.deleteFrom('mail_requests').where('user_id', '=', $('userId')),
);

const REMOVE_ALL_OF_ORDERS = prepare<{ orderIds: readonly OrderId[] }>()(($) =>
  db.deleteFrom('mail_requests').where('order_id', '=', sql<OrderId>`any(${$('orderIds')}::text[])`),
);

const CLAIM = prepare<Readonly<{ at: Date; until: Date; limit: number }>>()(($) =>
  db
    .updateTable('mail_requests')
    .set({ attempts: (eb) => eb('attempts', '+', 1), due_at: $('until') })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail_requests')
        .select('id')
        .where('due_at', '<=', $('at'))
        .orderBy('due_at')
        .orderBy('id')
        .limit($('limit'))
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'purpose',
      'email_key',
      'user_id',
      'order_id',
      'reference',
      'amount',
      'about_id',
      'client',
      'attempts',
      'due_at',
      'created_at',
    ]),
);

const POSTPONE = prepare<MailClaim & { until: Date }>()(($) =>
  db
    .updateTable('mail_requests')
    .set({ due_at: $('until') })
    .where('id', '=', $('id'))
    .where('due_at', '=', $('leasedUntil')),
);

const DEFER = prepare<MailClaim & { until: Date }>()(($) =>
  db
    .updateTable('mail_requests')
    .set({ due_at: $('until'), attempts: (eb) => eb('attempts', '-', 1) })
    .where('id', '=', $('id'))
    .where('due_at', '=', $('leasedUntil')),
);

const REMOVE = prepare<MailClaim>()(($) =>
  db.deleteFrom('mail_requests').where('id', '=', $('id')).where('due_at', '=', $('leasedUntil')),
);

/** By the ids, which increase with the time at which a mail is requested. */
const BY_AGE = db.selectFrom('mail_requests').orderBy('id');

export const BACKLOG = prepare()(() =>
  db.selectNoFrom([
    db
      .selectFrom(BY_AGE.select('id').limit(MAX_COUNTED).as('counted'))
      .select(sql<number>`count(*)::integer`.as('count'))
      .as('pending'),
    BY_AGE.select('created_at').limit(1).as('oldest'),
  ]),
);

export class PostgresMailRequests implements MailRequests {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add(request: MailRequest): Promise<void> {
    this.#session.send(INSERT(columnsOf(request)));
  }

  async removeAllOf(emailKey: string): Promise<void> {
    this.#session.send(REMOVE_ALL_OF({ emailKey }));
  }

  async removeAllAbout(userId: UserId): Promise<void> {
    this.#session.send(REMOVE_ALL_ABOUT({ userId }));
  }

  async removeAllOfOrders(orderIds: readonly OrderId[]): Promise<void> {
    if (orderIds.length > 0) this.#session.send(REMOVE_ALL_OF_ORDERS({ orderIds }));
  }
}

export class PostgresMailQueue implements MailQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(query: { at: Date; until: Date; limit: number }): Promise<readonly ClaimedMailRequest[]> {
    return (await this.#database.query(CLAIM(query))).map(toClaimedMailRequest);
  }

  async postpone({ id, leasedUntil }: MailClaim, until: Date): Promise<void> {
    await this.#database.query(POSTPONE({ id, leasedUntil, until }));
  }

  async defer({ id, leasedUntil }: MailClaim, until: Date): Promise<void> {
    await this.#database.query(DEFER({ id, leasedUntil, until }));
  }

  async remove({ id, leasedUntil }: MailClaim): Promise<void> {
    await this.#database.query(REMOVE({ id, leasedUntil }));
  }

  async backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>> {
    const [row] = await this.#database.queryInBackground(BACKLOG({}));
    return { pending: row?.pending ?? 0, oldest: row?.oldest ?? null };
  }
}
