import { type Expression, type RawBuilder, sql } from 'kysely';
import type { DiscountView } from '#core/pricing/discount-view.ts';
import type { ShippingMethodView } from '#core/pricing/shipping-method-view.ts';
import type { TaxRateView } from '#core/pricing/tax-rate-view.ts';
import { columnsExcept, columnsOf, jsonView, utcText } from '../statements/json-view.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { DiscountRow } from '../tables/discounts.ts';
import { ShippingMethodRow } from '../tables/shipping-methods.ts';
import { TaxRateRow } from '../tables/tax-rates.ts';

/** Parts per million as a percentage without trailing zeros. */
const percent = <Parts extends number | null>(rate: Expression<Parts>): RawBuilder<Parts> =>
  sql`trim_scale(${rate}::numeric / 10000)`;

/** An amount that may be absent, in major units without trailing zeros. */
const amount = (column: Expression<string | null>): RawBuilder<number | null> => sql`trim_scale(${column})`;

const rate = columnsOf<{ t: 'tax_rates' }>();

/** A tax rate `t` as the API shows it. */
export const TAX_RATE_VIEW = jsonView<TaxRateView>()({
  ...resourceMembers('tax_rates', 'tax_rate'),
  ...columnsExcept(TaxRateRow, ['rate', 'scope_key']),
  percent: percent(rate('t.rate')),
  valid_from: utcText(rate('t.valid_from')),
  valid_to: utcText(rate('t.valid_to')),
  ...versionMembers('tax_rates'),
});

const method = columnsOf<{ t: 'shipping_methods' }>();

/** A shipping method `t` as the API shows it. */
export const SHIPPING_METHOD_VIEW = jsonView<ShippingMethodView>()({
  ...resourceMembers('shipping_methods', 'shipping_method'),
  ...columnsExcept(ShippingMethodRow, []),
  free_above: amount(method('t.free_above')),
  ...versionMembers('shipping_methods'),
});

const discount = columnsOf<{ t: 'discounts' }>();

/** A discount `t` as the API shows it. */
export const DISCOUNT_VIEW = jsonView<DiscountView>()({
  ...resourceMembers('discounts', 'discount'),
  ...columnsExcept(DiscountRow, ['rate', 'remaining']),
  percent: percent(discount('t.rate')),
  amount: amount(discount('t.amount')),
  price: amount(discount('t.price')),
  min_total: amount(discount('t.min_total')),
  valid_from: utcText(discount('t.valid_from')),
  valid_to: utcText(discount('t.valid_to')),
  uses: sql<number>`(select count(*) from discount_uses where discount_id = t.id)`,
  ...versionMembers('discounts'),
});
