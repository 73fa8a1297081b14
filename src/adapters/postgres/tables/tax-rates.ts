import { p } from '@mikro-orm/postgresql';
import { TaxRate } from '#core/pricing/tax-rate.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { resourceColumns, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const TaxRateRow = table('tax_rates', {
  ...resourceColumns<'txr'>(),
  name: p.text(),
  // parts per million
  rate: p.integer().$type<Rate>(),
  country: p.text(),
  region: p.text().strictNullable(),
  postal_prefix: p.text().strictNullable(),
  tax_category: p.text().strictNullable(),
  valid_from: timestamp().strictNullable(),
  valid_to: timestamp().strictNullable(),
  // `TaxRate.scopeKey`
  scope_key: p.text(),
});

export type TaxRateRow = Row<typeof TaxRateRow>;

export const toTaxRateRow = (taxRate: TaxRate): TaxRateRow => ({
  id: taxRate.id,
  version: taxRate.version,
  name: taxRate.name,
  rate: taxRate.rate,
  country: taxRate.country,
  region: taxRate.region,
  postal_prefix: taxRate.postalPrefix,
  tax_category: taxRate.taxCategory,
  valid_from: taxRate.validFrom,
  valid_to: taxRate.validTo,
  scope_key: TaxRate.scopeKey(taxRate),
  created_at: taxRate.createdAt,
  updated_at: taxRate.updatedAt,
});

export const toTaxRate = (row: TaxRateRow): TaxRate => ({
  id: row.id,
  version: row.version,
  name: row.name,
  rate: row.rate,
  country: row.country,
  region: row.region,
  postalPrefix: row.postal_prefix,
  taxCategory: row.tax_category,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
