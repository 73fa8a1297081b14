import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { ProductId } from './product.ts';

/** A stock adjustment that somebody made, and why. */
export type RecordedAdjustment = Readonly<{
  id: Id<'adj'>;
  productId: ProductId;
  /** What was added to the stock; negative if it was reduced. */
  delta: number;
  /** The stock afterwards. */
  stock: number;
  reason: string;
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId'>;
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
  actor: Readonly<{ kind: string; user_id: string | null; credential_id: string | null }> | null;
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
    actor: { kind: actor.kind, user_id: actor.userId, credential_id: actor.credentialId },
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  };
};
