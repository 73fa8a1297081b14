import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

/** What each buyer has bought, and what before it. */
export const AnalyticsPurchaseRow = defineEntity({
  name: 'AnalyticsPurchaseRow',
  tableName: 'analytics_purchases',
  properties: {
    generation: p.integer().primary(),
    order_id: id<'ord'>().primary(),
    buyer: p.text(),
    at: timestamp(),
    first_at: timestamp(),
    previous_at: timestamp().strictNullable(),
  },
});

export type AnalyticsPurchaseRow = Row<typeof AnalyticsPurchaseRow>;
