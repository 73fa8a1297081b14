import type { ShopQueries, ShopRepository } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ShopRow, toShop, toShopRow } from '../tables/shop.ts';

const READ = prepare()(() => db.selectFrom('shop').select(columnNames(ShopRow)));

const LOCK = prepare()(() => db.selectFrom('shop').select(columnNames(ShopRow)).forNoKeyUpdate());

const UPDATE = updateRow(ShopRow);

export class PostgresShopRepository implements ShopRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: string) => void;

  constructor(session: TransactionSession, noteChange: (id: string) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async get(): Promise<Shop> {
    return shopIn(await this.#session.query(LOCK({})));
  }

  async read(): Promise<Shop> {
    return shopIn(await this.#session.query(READ({})));
  }

  async save(shop: Shop): Promise<void> {
    this.#session.send(UPDATE(toShopRow(shop)));
    this.#noteChange(shop.id);
  }
}

export class PostgresShopQueries implements ShopQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(): Promise<Shop> {
    return shopIn(await this.#database.query(READ({})));
  }
}

const shopIn = ([row]: readonly ShopRow[]): Shop => {
  if (row === undefined) throw new TypeError('The shop is missing.');
  return toShop(row);
};
