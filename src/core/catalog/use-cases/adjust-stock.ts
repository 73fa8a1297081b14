import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, invalidState, notFound } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import { stockAdjusted, stockAdjustedBy } from '../records.ts';
import type { RecordedAdjustment } from '../stock-adjustment.ts';

/** Adjusts the stock of a product, and records who did it and why. */
export type AdjustStock = (
  actor: Actor,
  command: Readonly<{ id: ProductId; delta: number; reason: string }>,
) => Work<RecordedAdjustment, CatalogTx>;

export const makeAdjustStock =
  ({ clock, ids }: { clock: BusinessClock; ids: IdGenerator }): AdjustStock =>
  (actor, { id, delta, reason }) =>
  async (tx) => {
    const at = clock.now();
    const all = await tx.products.adjustStock([{ productId: id, delta }], at);
    const adjusted = all.find(({ after }) => after.id === id);
    if (adjusted === undefined) throw notFound('product', id);
    const { before, after } = adjusted;
    if (after === before || before.stock === null || after.stock === null) throw notAdjustable(before, delta);
    const recorded = {
      id: ids.next('adj'),
      productId: id,
      delta: after.stock - before.stock,
      stock: after.stock,
      reason,
    };
    const adjustment = { ...recorded, actor, at };
    await tx.products.recordAdjustment(adjustment);
    await tx.events.append(actor, ...stockAdjusted(all));
    await tx.audit.append(stockAdjustedBy(actor, before, adjustment));
    return adjustment;
  };

const notAdjustable = ({ id, stock }: Product, delta: number): DomainError => {
  if (stock === null) {
    return invalidState('The stock of the product is not tracked: set `stock` first.', 'untracked');
  }
  return new DomainError(
    'conflict',
    'insufficient_stock',
    `The stock is ${stock}: it cannot be reduced by ${-delta}.`,
    {
      details: { items: [{ product_id: id, requested: -delta, available: stock }] },
      fieldErrors: [{ path: ['delta'], code: 'stock.insufficient', message: `must be at least ${-stock}` }],
    },
  );
};
