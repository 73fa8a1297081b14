import { p } from '@mikro-orm/postgresql';
import type { RecordedAdjustment } from '#core/catalog/recorded-adjustment.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const StockAdjustmentRow = table('stock_adjustments', {
  id: id<'adj'>().primary(),
  product_id: id<'prod'>(),
  delta: p.integer(),
  stock: p.integer(),
  reason: p.text(),
  ...actorColumns(),
  created_at: timestamp(),
});

export type StockAdjustmentRow = Row<typeof StockAdjustmentRow>;

export const toStockAdjustmentRow = ({ productId, actor, at, ...fields }: RecordedAdjustment): StockAdjustmentRow => ({
  id: fields.id,
  product_id: productId,
  delta: fields.delta,
  stock: fields.stock,
  reason: fields.reason,
  ...toActorColumns(actor),
  created_at: at,
});

export const toStockAdjustment = (row: StockAdjustmentRow): RecordedAdjustment => ({
  id: row.id,
  productId: row.product_id,
  delta: row.delta,
  stock: row.stock,
  reason: row.reason,
  actor: toActor(row),
  at: row.created_at,
});
