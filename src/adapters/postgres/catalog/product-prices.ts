import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type PricePeriod, priceList, pricePeriodView } from '#core/catalog/price-history.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { PageRequest } from '#core/shared/page.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import type { PageQuery } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, recordset } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { ProductPriceRow, toPricePeriod, toProductPriceRow } from '../tables/product-prices.ts';
import type { WrittenRow } from '../tables/table.ts';

const COLUMNS = columnNames(ProductPriceRow);

/** Ends the present periods of products whose price or publication has changed, and begins new ones. */
const SAVE_PRICES = prepare<{ rows: readonly WrittenRow<typeof ProductPriceRow>[] }>()(($) =>
  db
    .with('changed', (query) =>
      query
        .selectFrom(recordset('product_prices', $.json('rows')).as('row'))
        .leftJoin('product_prices as present', (join) =>
          join.onRef('present.product_id', '=', 'row.product_id').on('present.ended_at', 'is', null),
        )
        .select(COLUMNS.map((column) => `row.${column}` as const))
        .select('present.id as present_id')
        .where(
          sql<boolean>`(present.price, present.currency, present.published)
            is distinct from (row.price, row.currency, row.published)`,
        ),
    )
    .with('ended', (query) =>
      query
        .updateTable('product_prices as present')
        .from('changed')
        .set((eb) => ({ ended_at: eb.ref('changed.started_at') }))
        .whereRef('present.id', '=', 'changed.present_id'),
    )
    .insertInto('product_prices')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom('changed').select(COLUMNS)),
);

/** Begins the first periods of new products. */
const ADD_PRICES = prepare<{ rows: readonly WrittenRow<typeof ProductPriceRow>[] }>()(($) =>
  db
    .insertInto('product_prices')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('product_prices', $.json('rows')).as('row')).select(COLUMNS)),
);

const PERIOD_COLUMNS = ['price', 'currency', 'published', 'started_at', 'ended_at'] as const;

const FIND_PUBLISHED = prepare<Readonly<{ ids: readonly ProductId[]; after: Date }>>()(($) =>
  db
    .selectFrom('product_prices as period')
    .select(PERIOD_COLUMNS)
    .select('product_id')
    .where('product_id', '=', anyOf($('ids')))
    .where('published', '=', sql.lit(true))
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is', null),
        eb('ended_at', '>', $('after')),
        eb(
          'id',
          '=',
          eb
            .selectFrom('product_prices as last')
            .select('last.id')
            .whereRef('last.product_id', '=', 'period.product_id')
            .where('last.published', '=', sql.lit(true))
            .orderBy('last.started_at', 'desc')
            .orderBy('last.id', 'desc')
            .limit(sql.lit(1)),
        ),
      ]),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Records the prices of the products that a transaction writes. */
export class ProductPrices {
  readonly #session: TransactionSession;
  readonly #added = new Map<ProductId, Product>();
  readonly #saved = new Map<ProductId, Product>();

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  add(product: Product): void {
    this.#added.set(product.id, product);
  }

  save(product: Product): void {
    const products = this.#added.has(product.id) ? this.#added : this.#saved;
    products.set(product.id, product);
  }

  async published(ids: readonly ProductId[], after: Date): Promise<ReadonlyMap<ProductId, readonly PricePeriod[]>> {
    this.flush();
    const rows = await this.#session.query(FIND_PUBLISHED({ ids, after }));
    const byProduct = Map.groupBy(rows, (row) => row.product_id);
    return new Map(Array.from(byProduct, ([id, periods]) => [id, periods.map(toPricePeriod)]));
  }

  /** Writes all prices: at the end of the transaction, and before they are read. */
  flush(): void {
    for (const [products, statement] of [[this.#added, ADD_PRICES] as const, [this.#saved, SAVE_PRICES] as const]) {
      if (products.size === 0) continue;
      this.#session.send(statement({ rows: Array.from(products.values(), toProductPriceRow) }));
      products.clear();
    }
  }

  /** A removed product has no prices. */
  forget(id: ProductId): void {
    this.#added.delete(id);
    this.#saved.delete(id);
  }
}

/** The rows of the same product as `t`. */
const others = (condition: RawBuilder<unknown>) =>
  sql`from product_prices o where o.product_id = t.product_id and ${condition}`;

/** When the price changes next. */
const NEXT_CHANGE = sql<Date | null>`(
  select o.started_at ${others(sql`(o.started_at, o.id) > (t.started_at, t.id)
    and (o.price, o.currency) <> (t.price, t.currency)`)}
  order by o.started_at, o.id limit 1)`;

const WAS_PUBLISHED = sql<boolean>`(t.published or exists (
  select ${others(sql`o.published and o.started_at >= t.started_at
    and o.started_at < coalesce(${NEXT_CHANGE}, 'infinity')`)}))`;

/** A period that a change of publication began is shown with the one before it. */
const HAS_NEW_PRICE = sql<SqlBool>`(t.price, t.currency) is distinct from (
  select (o.price, o.currency) ${others(sql`(o.started_at, o.id) < (t.started_at, t.id)`)}
  order by o.started_at desc, o.id desc limit 1)`;

const PRICE_VIEW = rowView(ProductPriceRow, (row) => pricePeriodView(toPricePeriod(row)), {
  ended_at: NEXT_CHANGE,
  published: WAS_PUBLISHED,
});

const priceTable = listTable('product_prices')(priceList, { columns: { from: 'started_at' }, conditions: {} });

/** The statement of `listPrices`, for a test of its plan. */
export const pricePage = (id: ProductId, page: PageRequest): PageQuery =>
  listPageQuery(priceTable, PRICE_VIEW, {
    filter: {},
    page,
    conditions: [columnEquals('product_id', id), constantCondition('new price', HAS_NEW_PRICE)],
  });
