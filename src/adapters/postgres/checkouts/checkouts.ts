import type { Checkout, CheckoutId } from '#core/checkouts/checkout.ts';
import { storedCheckoutView } from '#core/checkouts/checkout-view.ts';
import type { CheckoutQueries, CheckoutRepository } from '#core/checkouts/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { CheckoutRow, toCheckout, toCheckoutRow } from '../tables/checkouts.ts';

const FIND = selectRow(CheckoutRow);

const LOCK = selectRow(CheckoutRow, 'for no key update');

const INSERT = insertRow(CheckoutRow);

const UPDATE = prepare<CheckoutRow>()(($) =>
  db
    .updateTable('checkouts')
    .set(updatedRow(CheckoutRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

/** Exported so that a test reads its plan. */
export const ERASE_OF_USER = prepare<{ userId: UserId }>()(($) =>
  db.deleteFrom('checkouts').where('user_id', '=', $('userId')).where('order_id', 'is', null).returning('id'),
);

/** Exported so that a test reads its plan. */
export const ERASE_OF_GUEST = prepare<{ emailKey: string }>()(($) =>
  db.deleteFrom('checkouts').where('email_key', '=', $('emailKey')).where('order_id', 'is', null).returning('id'),
);

/** Exported so that a test reads its plan. */
export const ERASE_OF_ORDERS = prepare<{ orderIds: readonly OrderId[] }>()(($) =>
  db
    .updateTable('checkouts')
    .set((eb) => ({ version: eb('version', '+', 1), return_url: null }))
    .where('order_id', '=', anyOf($('orderIds')))
    .returning('id'),
);

/** Exported so that a test reads its plan. */
export const REMOVE_EXPIRED = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('checkouts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('checkouts')
        .select('id')
        .where('order_id', 'is', null)
        .where('expires_at', '<', $('before'))
        .orderBy('expires_at')
        .limit(1_000)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id'),
);

export class PostgresCheckoutRepository implements CheckoutRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: CheckoutId): Promise<Checkout> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('checkout', id);
    return toCheckout(row);
  }

  async find(id: CheckoutId): Promise<Checkout | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toCheckout(row);
  }

  async add(checkout: Checkout): Promise<void> {
    this.#session.send(INSERT(toCheckoutRow(checkout)));
  }

  async save(checkout: Checkout): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toCheckoutRow(checkout)));
    if (row === undefined) throw conflict(`Checkout ${checkout.id} was changed by another request.`);
  }

  async erase({
    userId,
    emailKey,
    orderIds,
  }: Parameters<CheckoutRepository['erase']>[0]): ReturnType<CheckoutRepository['erase']> {
    const own = await this.#session.query(ERASE_OF_USER({ userId }));
    const guests = emailKey === undefined ? [] : await this.#session.query(ERASE_OF_GUEST({ emailKey }));
    const ordered = await this.#session.query(ERASE_OF_ORDERS({ orderIds }));
    return { removed: [...own, ...guests].map(({ id }) => id), ordered: ordered.map(({ id }) => id) };
  }
}

/** A checkout `t` with all that is personal of it. */
export const CHECKOUT_VIEW = rowView(CheckoutRow, (row) => storedCheckoutView(toCheckout(row)));

export class PostgresCheckoutQueries implements CheckoutQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: CheckoutId): Promise<Checkout | undefined> {
    const [row] = await this.#database.query(FIND({ id }));
    return row && toCheckout(row);
  }

  async removeExpired(before: Date): Promise<number> {
    return (await this.#database.query(REMOVE_EXPIRED({ before }))).length;
  }
}
