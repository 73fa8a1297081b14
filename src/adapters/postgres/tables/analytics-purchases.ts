import { p } from '@mikro-orm/postgresql';
import { id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** What each buyer has bought, and what before it. */
export const AnalyticsPurchaseRow = table('analytics_purchases', {
  generation: p.integer().primary(),
  order_id: id<'ord'>().primary(),
  buyer: p.text(),
  at: timestamp(),
  first_at: timestamp(),
  previous_at: timestamp().strictNullable(),
});

export type AnalyticsPurchaseRow = Row<typeof AnalyticsPurchaseRow>;
