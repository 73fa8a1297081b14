import { sql } from 'kysely';
import type { Order } from '#core/orders/order.ts';
import type { ContactIndex } from '#core/users/ports.ts';
import type { User } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { type OrderRow, orderContact } from '../tables/orders.ts';
import { type UserRow, userContact } from '../tables/users.ts';

const BATCH = 500;

const FIND_ORDERS = prepare()(() =>
  db
    .selectFrom('orders')
    .select(['id', 'shipping_address', 'billing_address'])
    .where('contact', 'is', null)
    .orderBy('id')
    .limit(sql.lit(BATCH)),
);

const FIND_USERS = prepare()(() =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'addresses'])
    .where('contact', 'is', null)
    .orderBy('id')
    .limit(sql.lit(BATCH)),
);

/** A row with a contact was written with a newer state. */
const PUT_ON_ORDERS = prepare<{ rows: readonly Pick<OrderRow, 'id' | 'contact'>[] }>()(($) =>
  db
    .updateTable('orders')
    .from(recordset('orders', $.json('rows')).as('made'))
    .set((eb) => ({ contact: eb.ref('made.contact') }))
    .whereRef('orders.id', '=', 'made.id')
    .where('orders.contact', 'is', null),
);

/** As `PUT_ON_ORDERS`. */
const PUT_ON_USERS = prepare<{ rows: readonly Pick<UserRow, 'id' | 'contact'>[] }>()(($) =>
  db
    .updateTable('users')
    .from(recordset('users', $.json('rows')).as('made'))
    .set((eb) => ({ contact: eb.ref('made.contact') }))
    .whereRef('users.id', '=', 'made.id')
    .where('users.contact', 'is', null),
);

export class PostgresContactIndex implements ContactIndex {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async indexMissing(): Promise<number> {
    return (await this.#indexOrders()) + (await this.#indexUsers());
  }

  async #indexOrders(): Promise<number> {
    const found = await this.#database.queryInBackground(FIND_ORDERS({}));
    if (found.length === 0) return 0;
    const rows = found.map(({ id, ...row }) => {
      const addresses = { shippingAddress: row.shipping_address, billingAddress: row.billing_address };
      return { id, contact: orderContact(addresses as Pick<Order, 'shippingAddress' | 'billingAddress'>) };
    });
    await this.#database.queryInBackground(PUT_ON_ORDERS({ rows }));
    return rows.length;
  }

  async #indexUsers(): Promise<number> {
    const found = await this.#database.queryInBackground(FIND_USERS({}));
    if (found.length === 0) return 0;
    const rows = found.map(({ id, ...user }) => ({
      id,
      contact: userContact(user as Pick<User, 'name' | 'phone' | 'addresses'>),
    }));
    await this.#database.queryInBackground(PUT_ON_USERS({ rows }));
    return rows.length;
  }
}
