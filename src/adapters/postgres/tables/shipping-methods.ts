import { p } from '@mikro-orm/postgresql';
import type { WeightUnit } from '#core/catalog/product-fields.ts';
import type { ShippingBasis, ShippingMethod } from '#core/pricing/shipping-method.ts';
import { ShippingTier, type TierFields } from '#core/pricing/shipping-tier.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { amount, json, resourceColumns } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'shm'>(),
  name: p.text(),
  countries: json<readonly string[]>(),
  regions: json<readonly string[]>(),
  currency: p.text().$type<Currency>(),
  price_by: p.text().$type<ShippingBasis>(),
  weight_unit: p.text().$type<WeightUnit>(),
  tax_category: p.text().strictNullable(),
});

export const ShippingMethodRow = table('shipping_methods', {
  ...copied.columns,
  active: p.boolean(),
  // as the API shows them
  tiers: json<readonly TierFields[]>(),
  free_above: amount().strictNullable(),
});

export type ShippingMethodRow = Row<typeof ShippingMethodRow>;

export const toShippingMethodRow = (method: ShippingMethod): ShippingMethodRow => ({
  ...copied.toColumns(method),
  active: method.isActive,
  tiers: method.tiers.map((tier) => ShippingTier.fieldsOf(tier, method)),
  free_above: method.freeAbove?.toDecimal() ?? null,
});

export const toShippingMethod = (row: ShippingMethodRow): ShippingMethod => {
  const properties = copied.toProperties(row);
  return {
    ...properties,
    isActive: row.active,
    tiers: ShippingTier.parseStored(row.tiers, properties),
    freeAbove: row.free_above === null ? null : amountOf(row.free_above, row.currency),
  };
};
