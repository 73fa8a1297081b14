import { type ActorView, type Author, actorView } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { Product, type ProductId } from './product.ts';
import { Variant } from './variant.ts';

/** A change of a product's stock; negative to reduce it. */
export type StockAdjustment = Readonly<{ productId: ProductId; delta: number }>;

/** A product before and after an adjustment: the same object if it is unchanged. */
export type AdjustedStock = Readonly<{ before: Product; after: Product }>;

/** Whether an adjustment makes a variant sold out, or puts it in stock again. */
export const changesAvailability = ({ before, after }: AdjustedStock): boolean =>
  (before.stock === 0) !== (after.stock === 0);

/** A parent before and after the stock of variants was adjusted: its next version if its own availability changed. */
export const adjustedParent = (parent: Product, variants: readonly AdjustedStock[], at: Date): AdjustedStock => {
  const earlier = new Map(variants.map(({ before }) => [before.id, Variant.of(before)]));
  const later = new Map(variants.map(({ after }) => [after.id, Variant.of(after)]));
  const before = { ...parent, variants: parent.variants.map((variant) => earlier.get(variant.id) ?? variant) };
  const adjusted = parent.variants.map((variant) => later.get(variant.id) ?? variant);
  const after = Product.withVariants(before, adjusted, at);
  return { before, after: Product.isAvailable(before) === Product.isAvailable(after) ? before : after };
};

/** A stock adjustment that somebody made, and why. */
export type RecordedAdjustment = Readonly<{
  id: Id<'adj'>;
  productId: ProductId;
  /** What was added to the stock; negative if it was reduced. */
  delta: number;
  /** The stock afterwards. */
  stock: number;
  reason: string;
  actor: Author;
  at: Date;
}>;

/** An adjustment as the API shows it. */
export type RecordedAdjustmentView = Readonly<{
  id: Id<'adj'>;
  object: 'stock_adjustment';
  product_id: ProductId;
  delta: number;
  stock: number;
  reason: string;
  actor: ActorView | null;
  created_at: string;
  updated_at: string;
}>;

export const recordedAdjustmentView = (adjustment: RecordedAdjustment): RecordedAdjustmentView => {
  const { id, productId, delta, stock, reason, actor, at } = adjustment;
  return {
    id,
    object: 'stock_adjustment',
    product_id: productId,
    delta,
    stock,
    reason,
    actor: actorView(actor),
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  };
};
