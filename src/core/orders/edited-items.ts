import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Order } from './order.ts';
import type { OrderItem } from './order-item.ts';
import type { PricedRequest } from './price-order.ts';
import { requireStock } from './require-stock.ts';
import { requireUnchanged } from './taken-items.ts';

/** What an edit takes from the stock and returns to it. */
export const stockChangesOf = ({ items }: Order, priced: Pick<PricedRequest, 'items'>): StockAdjustment[] => {
  const deltas = new Map(priced.items.map(({ product, quantity }) => [product.id, -quantity]));
  for (const { productId, quantity, isFromStock } of items) {
    const taken = deltas.get(productId);
    // a product that was not tracked when it was ordered stays so
    if (!isFromStock && taken !== undefined) deltas.set(productId, 0);
    else if (isFromStock) deltas.set(productId, (taken ?? 0) + quantity);
  }
  return [...deltas].map(([productId, delta]) => ({ productId, delta })).filter(({ delta }) => delta !== 0);
};

const reservedOf = (item: OrderItem | undefined): number => (item?.isFromStock ? item.quantity : 0);

type Edit = Readonly<{
  before: Order;
  priced: PricedRequest;
  adjusted: readonly AdjustedStock[];
  ids: IdGenerator;
}>;

/**
 * The items of an edited order: a product keeps its item. Items that were cancelled entirely stay.
 * @throws DomainError `insufficient_stock`. @throws StalePreparationError if a product changed since it was priced.
 */
export const editedItems = ({ before, priced, adjusted, ids }: Edit): OrderItem[] => {
  const current = new Map(before.items.map((item) => [item.productId, item]));
  const changes = new Map(stockChangesOf(before, priced).map(({ productId, delta }) => [productId, delta]));
  const changed = priced.items.filter(({ product }) => changes.has(product.id));
  const taken = requireUnchanged(changed, adjusted);
  const adjustments = new Map(taken.map(({ adjustment }) => [adjustment.before.id, adjustment]));
  requireStock(
    priced.items.map(({ product, quantity }) => ({
      quantity,
      reserved: reservedOf(current.get(product.id)),
      adjustment: adjustments.get(product.id),
    })),
  );
  const edited = priced.items.map(({ priced: item }): OrderItem => {
    const kept = current.get(item.productId);
    const adjustment = adjustments.get(item.productId);
    if (kept === undefined)
      return { ...item, id: ids.next('item'), isFromStock: adjustment?.before !== adjustment?.after };
    const { id, isFromStock, cancelledQuantity } = kept;
    return { ...item, id, isFromStock, cancelledQuantity };
  });
  const wanted = new Set(edited.map(({ productId }) => productId));
  return [...edited, ...before.items.filter(({ productId, quantity }) => quantity === 0 && !wanted.has(productId))];
};
