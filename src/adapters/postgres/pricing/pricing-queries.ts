import { sql } from 'kysely';
import {
  type Discount,
  type DiscountId,
  type DiscountView,
  discountList,
  discountView,
} from '#core/pricing/discount.ts';
import type { DiscountCustomer, DiscountUse, PricingQueries, PricingTables, RefusedUse } from '#core/pricing/ports.ts';
import {
  type ShippingMethodId,
  type ShippingMethodView,
  shippingMethodList,
  shippingMethodView,
} from '#core/pricing/shipping-method.ts';
import { type TaxRateId, type TaxRateView, taxRateList, taxRateView } from '#core/pricing/tax-rate.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { DiscountRow, toDiscount } from '../tables/discounts.ts';
import { ShippingMethodRow, toShippingMethod } from '../tables/shipping-methods.ts';
import { TaxRateRow, toTaxRate } from '../tables/tax-rates.ts';
import { FIND_USED_UP } from './discount-use-statements.ts';

const READ_TAX_RATES = prepare()(() => db.selectFrom('tax_rates').select(columnNames(TaxRateRow)).orderBy('id'));

const READ_SHIPPING_METHODS = prepare()(() =>
  db
    .selectFrom('shipping_methods')
    .select(columnNames(ShippingMethodRow))
    .where('active', '=', sql.lit(true))
    .orderBy('id'),
);

const READ_AUTOMATIC_DISCOUNTS = prepare()(() =>
  db
    .selectFrom('discounts')
    .select(columnNames(DiscountRow))
    .where('active', '=', sql.lit(true))
    .where('code', 'is', null)
    .orderBy('id'),
);

const FIND_DISCOUNTS = prepare<{ codes: readonly string[] }>()(($) =>
  db
    .selectFrom('discounts')
    .select(columnNames(DiscountRow))
    .where('code', '=', anyOf($('codes')))
    .orderBy('id'),
);

const TAX_RATE_VIEW = rowView(TaxRateRow, (row) => taxRateView(toTaxRate(row)));

const SHIPPING_METHOD_VIEW = rowView(ShippingMethodRow, (row) => shippingMethodView(toShippingMethod(row)));

const DISCOUNT_VIEW = rowView(DiscountRow, ({ uses, ...row }) => discountView(toDiscount(row), uses), {
  uses: sql<number>`(select count(*)::integer from discount_uses where discount_id = t.id)`,
});

const TAX_RATES = listTable('tax_rates')(taxRateList);
const SHIPPING_METHODS = listTable('shipping_methods')(shippingMethodList);
const DISCOUNTS = listTable('discounts')(discountList);

export class PostgresPricingQueries implements PricingQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async tables(): Promise<PricingTables> {
    const [taxRates, shippingMethods, automaticDiscounts] = await Promise.all([
      this.#database.query(READ_TAX_RATES({})),
      this.#database.query(READ_SHIPPING_METHODS({})),
      this.#database.query(READ_AUTOMATIC_DISCOUNTS({})),
    ]);
    return {
      taxRates: taxRates.map(toTaxRate),
      shippingMethods: shippingMethods.map(toShippingMethod),
      automaticDiscounts: automaticDiscounts.map(toDiscount),
    };
  }

  async findDiscounts(codes: readonly string[]): Promise<readonly Discount[]> {
    return (await this.#database.query(FIND_DISCOUNTS({ codes }))).map(toDiscount);
  }

  async findUsedUp(uses: readonly DiscountUse[], customer: DiscountCustomer): Promise<readonly RefusedUse[]> {
    const ids = uses.map(({ discountId }) => discountId);
    const limits = uses.map(({ maxUsesPerCustomer }) => maxUsesPerCustomer);
    const rows = await this.#database.query(FIND_USED_UP({ ids, limits, ...customer }));
    return rows.map(({ id, reason }) => ({ discountId: id, reason }));
  }

  async findTaxRate(id: TaxRateId): Promise<Found<TaxRateView> | undefined> {
    const [row] = await this.#database.query(TAX_RATE_VIEW.find({ id }));
    return row && foundView(TAX_RATE_VIEW, row);
  }

  listTaxRates(query: ListQuery<typeof taxRateList>): Promise<Page<TaxRateView>> {
    return readPage(this.#database, listPageQuery(TAX_RATES, TAX_RATE_VIEW, query));
  }

  async findShippingMethod(id: ShippingMethodId): Promise<Found<ShippingMethodView> | undefined> {
    const [row] = await this.#database.query(SHIPPING_METHOD_VIEW.find({ id }));
    return row && foundView(SHIPPING_METHOD_VIEW, row);
  }

  listShippingMethods(query: ListQuery<typeof shippingMethodList>): Promise<Page<ShippingMethodView>> {
    return readPage(this.#database, listPageQuery(SHIPPING_METHODS, SHIPPING_METHOD_VIEW, query));
  }

  async findDiscount(id: DiscountId): Promise<Found<DiscountView> | undefined> {
    const [row] = await this.#database.query(DISCOUNT_VIEW.find({ id }));
    return row && foundView(DISCOUNT_VIEW, row);
  }

  listDiscounts(query: ListQuery<typeof discountList>): Promise<Page<DiscountView>> {
    return readPage(this.#database, discountPage(query));
  }
}

/** The statement of `listDiscounts`, exported for a test of its plan. */
export const discountPage = (query: ListQuery<typeof discountList>): PageQuery =>
  listPageQuery(DISCOUNTS, DISCOUNT_VIEW, query);
