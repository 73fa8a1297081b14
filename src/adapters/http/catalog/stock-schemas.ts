import { MAX_QUANTITY } from '#core/catalog/product.ts';
import type { RecordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import { timelineActor } from '../schemas/actor.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { idOf, integer, line, pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const delta = required(
  integer(-MAX_QUANTITY).max(MAX_QUANTITY).invalid(0).messages({ 'any.invalid': 'must not be 0' }),
  'What is added to the stock; negative to reduce it.',
  24,
);

const reason = required(line(500), 'Why the stock was adjusted.', 'Delivery 4711');

export const stockAdjustmentInput = objectOf<Readonly<{ delta: number; reason: string }>>({ delta, reason })
  .id('StockAdjustmentInput')
  .description('An adjustment of a product’s stock.');

export const stockAdjustmentSchema = objectOf<RecordedAdjustmentView & DryRunResult>({
  ...resourceFields('stock_adjustment', 'adj'),
  product_id: required(idOf('prod'), 'The product.'),
  delta,
  stock: required(integer(0), 'The stock afterwards.', 36),
  reason,
  actor: timelineActor('session'),
  created_at: required(timestamp(), 'When the stock was adjusted.'),
  updated_at: required(timestamp(), 'The same as `created_at`: adjustments never change.'),
  ...dryRunFields,
})
  .id('StockAdjustment')
  .description('An adjustment of a product’s stock, and who made it.');

export const stockAdjustmentPage = pageOf('StockAdjustmentList', stockAdjustmentSchema);
