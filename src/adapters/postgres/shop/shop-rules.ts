import { sql } from 'kysely';
import type { ShopRulesQueries, ShopRulesRepository } from '#core/shop/ports.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ShopRulesRow, toShopRules, toShopRulesRow } from '../tables/shop-rules.ts';

const READ = prepare()(() => db.selectFrom('shop_rules').select(columnNames(ShopRulesRow)));

/** Sales that were stored otherwise, such as by an earlier version, count too. */
const HAS_SALES = sql<boolean>`has_sales or exists (select from orders) or exists (select from invoices)
  or exists (select from subscriptions)`;

const LOCK = prepare()(() =>
  db
    .selectFrom('shop_rules')
    .select(['id', 'version', 'values', 'created_at', 'updated_at', HAS_SALES.as('has_sales')])
    .forNoKeyUpdate(),
);

const RECORD_SALE = prepare()(() =>
  db.updateTable('shop_rules').set({ has_sales: true }).where('has_sales', '=', false),
);

const UPDATE = updateRow(ShopRulesRow);

export class PostgresShopRulesRepository implements ShopRulesRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(): Promise<ShopRules> {
    return rulesIn(await this.#session.query(LOCK({})));
  }

  async read(): Promise<ShopRules> {
    return rulesIn(await this.#session.query(READ({})));
  }

  async recordSale(): Promise<ShopRules> {
    // it may wait for a change, which only a later statement sees
    this.#session.send(RECORD_SALE({}));
    return this.read();
  }

  async save(rules: ShopRules): Promise<void> {
    this.#session.send(UPDATE(toShopRulesRow(rules)));
  }
}

export class PostgresShopRulesQueries implements ShopRulesQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(): Promise<ShopRules> {
    return rulesIn(await this.#database.query(READ({})));
  }
}

const rulesIn = ([row]: readonly ShopRulesRow[]): ShopRules => {
  if (row === undefined) throw new TypeError('The rules of the shop are missing.');
  return toShopRules(row);
};
