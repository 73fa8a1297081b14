import { p } from '@mikro-orm/postgresql';
import type { SoldLabel } from '#core/analytics/sale.ts';
import { timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** The names of products and categories when they were sold last. */
export const AnalyticsLabelRow = table('analytics_labels', {
  dimension: p.text().$type<SoldLabel['dimension']>().primary(),
  key: p.text().primary(),
  label: p.text(),
  at: timestamp(),
});

export type AnalyticsLabelRow = Row<typeof AnalyticsLabelRow>;
