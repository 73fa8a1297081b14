import { p } from '@mikro-orm/postgresql';
import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { type ShippingBasis, ShippingMethod } from '#core/pricing/shipping-method.ts';
import { ShippingTier, type TierFields } from '#core/pricing/shipping-tier.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { amount, json, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

export const ShippingMethodRow = table('shipping_methods', {
  ...resourceColumns<'shm'>(),
  name: p.text(),
  active: p.boolean(),
  countries: json<readonly string[]>(),
  regions: json<readonly string[]>(),
  currency: p.text().$type<Currency>(),
  price_by: p.text().$type<ShippingBasis>(),
  weight_unit: p.text().$type<WeightUnit>(),
  // as the API shows them
  tiers: json<readonly TierFields[]>(),
  free_above: amount().strictNullable(),
  tax_category: p.text().strictNullable(),
});

export type ShippingMethodRow = Row<typeof ShippingMethodRow>;

export const toShippingMethodRow = (method: ShippingMethod): ShippingMethodRow => ({
  id: method.id,
  version: method.version,
  ...ShippingMethod.fieldsOf(method),
  free_above: method.freeAbove?.toDecimal() ?? null,
  created_at: method.createdAt,
  updated_at: method.updatedAt,
});

export const toShippingMethod = (row: ShippingMethodRow): ShippingMethod => {
  const units = { currency: row.currency, priceBy: row.price_by, weightUnit: row.weight_unit };
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    isActive: row.active,
    countries: row.countries,
    regions: row.regions,
    ...units,
    tiers: ShippingTier.parseStored(row.tiers, units),
    freeAbove: row.free_above === null ? null : amountOf(row.free_above, row.currency),
    taxCategory: row.tax_category,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
};
