import { p } from '@mikro-orm/postgresql';
import { TaxRate } from '#core/pricing/tax-rate.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
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
});

export const TaxRateRow = table('tax_rates', {
  ...copied.columns,
  // `TaxRate.scopeKey`
  scope_key: p.text(),
});

export type TaxRateRow = Row<typeof TaxRateRow>;

export const toTaxRateRow = (taxRate: TaxRate): TaxRateRow => ({
  ...copied.toColumns(taxRate),
  scope_key: TaxRate.scopeKey(taxRate),
});

export const toTaxRate: (row: TaxRateRow) => TaxRate = copied.toProperties;
