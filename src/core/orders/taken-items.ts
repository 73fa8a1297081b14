import { Product } from '#core/catalog/product.ts';
import type { AdjustedStock } from '#core/catalog/stock-adjustment.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { OrderItem } from './order-item.ts';
import type { PricedRequest } from './price-order.ts';
import { requireStock } from './require-stock.ts';

/**
 * The items of a priced request after their stock was adjusted.
 * @throws DomainError `insufficient_stock`. @throws StalePreparationError if a product changed since it was priced.
 */
export const takenItems = (
  priced: PricedRequest,
  adjusted: readonly AdjustedStock[],
  ids: IdGenerator,
): readonly [OrderItem, ...OrderItem[]] => {
  const taken = requireUnchanged(priced.items, adjusted);
  requireStock(taken);
  const [first, ...rest] = taken.map(({ adjustment: { before, after }, priced: item }) => ({
    ...item,
    id: ids.next('item'),
    isFromStock: after !== before,
  }));
  if (first === undefined) throw new TypeError('An order request has at least one item.');
  return [first, ...rest];
};

type TakenItem = Readonly<{
  quantity: number;
  adjustment: AdjustedStock;
  priced: PricedRequest['items'][number]['priced'];
}>;

/** The priced items with their products. @throws StalePreparationError if a product changed since it was priced. */
export const requireUnchanged = (items: PricedRequest['items'], adjusted: readonly AdjustedStock[]): TakenItem[] => {
  const byId = new Map(adjusted.map((adjustment) => [adjustment.before.id, adjustment]));
  return items.map(({ product, quantity, priced }) => {
    const adjustment = byId.get(product.id);
    if (adjustment === undefined || !isSoldAlike(product, adjustment.before)) {
      throw new StalePreparationError(`The product ${product.id} changed after it was priced.`);
    }
    return { quantity, adjustment, priced };
  });
};

const isSoldAlike = (priced: Product, now: Product): boolean =>
  Product.isOnSale(now) === Product.isOnSale(priced) &&
  now.variants.length === priced.variants.length &&
  now.price.currency === priced.price.currency &&
  now.price.compare(priced.price) === 0;
