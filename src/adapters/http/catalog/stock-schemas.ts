import Joi from 'joi';
import { MAX_QUANTITY } from '#core/catalog/product.ts';
import type { RecordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import { timelineActor } from '../schemas/actor.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { idOf, line, pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const delta = Joi.number()
  .integer()
  .min(-MAX_QUANTITY)
  .max(MAX_QUANTITY)
  .invalid(0)
  .messages({ 'any.invalid': 'must not be 0' })
  .required()
  .description('What is added to the stock; negative to reduce it.')
  .example(24);

const reason = line(500).required().description('Why the stock was adjusted.').example('Delivery 4711');

export const stockAdjustmentInput = objectOf<Readonly<{ delta: number; reason: string }>>({ delta, reason })
  .id('StockAdjustmentInput')
  .description('An adjustment of a product’s stock.');

export const stockAdjustmentSchema = objectOf<RecordedAdjustmentView & DryRunResult>({
  ...resourceFields('stock_adjustment', 'adj'),
  product_id: idOf('prod').required().description('The product.'),
  delta,
  stock: Joi.number().integer().min(0).required().description('The stock afterwards.').example(36),
  reason,
  actor: timelineActor('session'),
  created_at: timestamp().required().description('When the stock was adjusted.'),
  updated_at: timestamp().required().description('The same as `created_at`: adjustments never change.'),
  ...dryRunFields,
})
  .id('StockAdjustment')
  .description('An adjustment of a product’s stock, and who made it.');

export const stockAdjustmentPage = pageOf('StockAdjustmentList', stockAdjustmentSchema);
