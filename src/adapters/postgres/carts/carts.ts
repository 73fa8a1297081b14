import { sql } from 'kysely';
import type { CartListQuery, CartQueries, CartRepository } from '#core/carts/ports.ts';
import type { SavedCart, SavedCartId } from '#core/carts/saved-cart.ts';
import { cartList, storedCartView } from '#core/carts/saved-cart-view.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { CartRow, toCart, toCartRow } from '../tables/carts.ts';

const COLUMNS = columnNames(CartRow);

const FIND = selectRow(CartRow);

const LOCK = selectRow(CartRow, 'for no key update');

const openOf = prepare<{ userId: UserId }>();

const FIND_OPEN_OF = openOf(($) =>
  db.selectFrom('carts').select(COLUMNS).where('user_id', '=', $('userId')).where('status', '=', sql.lit('open')),
);

/** Exported so that a test reads its plan. */
export const LOCK_OPEN_OF = openOf(($) =>
  db
    .selectFrom('carts')
    .select(COLUMNS)
    .where('user_id', '=', $('userId'))
    .where('status', '=', sql.lit('open'))
    .forNoKeyUpdate(),
);

const INSERT = insertRow(CartRow);

const UPDATE = prepare<CartRow>()(($) =>
  db
    .updateTable('carts')
    .set(updatedRow(CartRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

const REMOVE = prepare<{ id: SavedCartId }>()(($) => db.deleteFrom('carts').where('id', '=', $('id')).returning('id'));

/** Exported so that a test reads its plan. */
export const ERASE_OF_USER = prepare<{ userId: UserId }>()(($) =>
  db.deleteFrom('carts').where('user_id', '=', $('userId')).returning('id'),
);

/** Exported so that a test reads its plan. */
export const ERASE_OF_GUEST = prepare<{ emailKey: string }>()(($) =>
  db.deleteFrom('carts').where('email_key', '=', $('emailKey')).returning('id'),
);

/** As the index says it. */
const IS_IDLE = sql<boolean>`status = 'open' and abandoned_at is null and coalesce(user_id, email_key) is not null
  and contents -> 'items' ->> 0 is not null`;

/** Exported so that a test reads its plan. */
export const CLAIM_IDLE = prepare<{ before: Date }>()(($) =>
  db
    .selectFrom('carts')
    .select(COLUMNS)
    .where(IS_IDLE)
    .where('updated_at', '<=', $('before'))
    .orderBy('updated_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked(),
);

/** Exported so that a test reads its plan. */
export const NEXT_IDLE = prepare<{ after: Date }>()(($) =>
  db
    .selectFrom('carts')
    .select('updated_at')
    .where(IS_IDLE)
    .where('updated_at', '>', $('after'))
    .orderBy('updated_at')
    .limit(1),
);

/** Exported so that a test reads its plan. */
export const REMOVE_EXPIRED = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('carts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('carts')
        .select('id')
        .where('expires_at', '<', $('before'))
        .orderBy('expires_at')
        .limit(1_000)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id'),
);

export class PostgresCartRepository implements CartRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: SavedCartId): Promise<SavedCart> {
    const cart = await this.lock(id);
    if (cart === undefined) throw notFound('cart', id);
    return cart;
  }

  async lock(id: SavedCartId): Promise<SavedCart | undefined> {
    const [row] = await this.#session.query(LOCK({ id }));
    return row && toCart(row);
  }

  async findOpenOf(userId: UserId): Promise<SavedCart | undefined> {
    const [row] = await this.#session.query(LOCK_OPEN_OF({ userId }));
    return row && toCart(row);
  }

  async add(cart: SavedCart): Promise<void> {
    this.#session.send(INSERT(toCartRow(cart)));
  }

  async save(cart: SavedCart): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toCartRow(cart)));
    if (row === undefined) throw conflict(`Cart ${cart.id} was changed by another request.`);
  }

  async remove(id: SavedCartId): Promise<void> {
    if ((await this.#session.query(REMOVE({ id }))).length === 0) throw notFound('cart', id);
  }

  async claimIdle(before: Date): Promise<SavedCart | undefined> {
    const [row] = await this.#session.query(CLAIM_IDLE({ before }));
    return row && toCart(row);
  }

  async erase({ userId, emailKey }: Parameters<CartRepository['erase']>[0]): Promise<SavedCartId[]> {
    const own = await this.#session.query(ERASE_OF_USER({ userId }));
    const guests = emailKey === undefined ? [] : await this.#session.query(ERASE_OF_GUEST({ emailKey }));
    return [...own, ...guests].map(({ id }) => id);
  }
}

/** A cart `t` as the API shows it in lists. */
export const CART_VIEW = rowView(CartRow, (row) => storedCartView(toCart(row)));

const cartTable = listTable('carts')(cartList);

/** The statement of `list`. */
export const cartPage = ({ ownerId, ...query }: CartListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(cartTable, CART_VIEW, { ...query, conditions });
};

export class PostgresCartQueries implements CartQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: SavedCartId): Promise<SavedCart | undefined> {
    const [row] = await this.#database.query(FIND({ id }));
    return row && toCart(row);
  }

  async findOpenOf(userId: UserId): Promise<SavedCart | undefined> {
    const [row] = await this.#database.query(FIND_OPEN_OF({ userId }));
    return row && toCart(row);
  }

  list(query: CartListQuery): ReturnType<CartQueries['list']> {
    return readPage(this.#database, cartPage(query));
  }

  async nextIdle(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_IDLE({ after })))[0]?.updated_at ?? null;
  }

  async removeExpired(before: Date): Promise<number> {
    return (await this.#database.query(REMOVE_EXPIRED({ before }))).length;
  }
}
