import { p } from '@mikro-orm/postgresql';
import type { RecordedAdjustment } from '#core/catalog/stock-adjustment.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'adj'>().primary(),
  product_id: id<'prod'>(),
  delta: p.integer(),
  stock: p.integer(),
  reason: p.text(),
});

export const StockAdjustmentRow = table('stock_adjustments', {
  ...copied.columns,
  ...actorColumns(),
  created_at: timestamp(),
});

export type StockAdjustmentRow = Row<typeof StockAdjustmentRow>;

export const toStockAdjustmentRow = (adjustment: RecordedAdjustment): StockAdjustmentRow => ({
  ...copied.toColumns(adjustment),
  ...toActorColumns(adjustment.actor),
  created_at: adjustment.at,
});

export const toStockAdjustment = (row: StockAdjustmentRow): RecordedAdjustment => ({
  ...copied.toProperties(row),
  actor: toActor(row),
  at: row.created_at,
});
