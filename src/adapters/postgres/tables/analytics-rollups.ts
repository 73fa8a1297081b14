import { p } from '@mikro-orm/postgresql';
import type { Dimension } from '#core/analytics/entry.ts';
import { MEASURE_NAMES, type Measure, type Values } from '#core/analytics/measures.ts';
import type { Rollup } from '#core/analytics/rollup.ts';
import type { Currency } from '#core/shared/currency.ts';
import { timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** A whole number of any size as decimal text; null for 0. */
const measure = () => p.decimal('string').columnType('numeric').strictNullable();

const measureColumns = () =>
  Object.fromEntries(MEASURE_NAMES.map((name) => [name, measure()])) as Record<Measure, ReturnType<typeof measure>>;

/** The sums of entries by time: amounts in minor units, and numbers. A row without values does not exist. */
export const AnalyticsRollupRow = table('analytics_rollups', {
  generation: p.integer().primary(),
  dimension: p.text().$type<Dimension>().primary(),
  currency: p.text().$type<Currency>().primary(),
  grain: p.text().$type<Rollup['grain']>().primary(),
  start: timestamp().primary(),
  key: p.text().primary(),
  ...measureColumns(),
});

export type AnalyticsRollupRow = Row<typeof AnalyticsRollupRow>;

/** Values as JSON: whole numbers as text, since a JSON number may lose digits. */
export const toStoredValues = (values: Values): Readonly<Partial<Record<Measure, string>>> => {
  const stored: Partial<Record<Measure, string>> = {};
  for (const name in values) stored[name as Measure] = String(values[name as Measure]);
  return stored;
};

/** The sums of a row; without zeros. */
export const toValues = (row: Readonly<Partial<Record<Measure, string | null>>>): Values =>
  Object.fromEntries(
    MEASURE_NAMES.flatMap((name) => {
      const value = BigInt(row[name] ?? 0);
      return value === 0n ? [] : [[name, value]];
    }),
  );
