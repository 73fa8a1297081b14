import type { Product } from '#core/catalog/product.ts';
import type { AdjustedStock } from '#core/catalog/stock-adjustment.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { type ItemError, itemErrors } from './item-errors.ts';

type TakenItem = Readonly<{ quantity: number; adjustment: AdjustedStock }>;

/** @throws DomainError `insufficient_stock`, which names all items concerned. */
export const requireStock = (items: readonly TakenItem[]): void => {
  const shortItems = items.filter(isShort);
  if (shortItems.length === 0) return;
  const short = shortItems.map(({ quantity, adjustment: { before } }) => ({
    product_id: before.id,
    requested: quantity,
    available: before.stock,
  }));
  const errors = itemErrors(items, (item) => (isShort(item) ? stockError(item.adjustment.before) : undefined));
  const what = short.length === 1 ? 'a product' : `${short.length} products`;
  const message = `There is not enough stock of ${what}; no order was created.`;
  throw new DomainError('conflict', 'insufficient_stock', message, { details: { items: short }, fieldErrors: errors });
};

const isShort = ({ adjustment: { before, after } }: TakenItem): boolean => before.stock !== null && after === before;

const stockError = ({ stock }: Product): ItemError => {
  const message =
    stock === 0
      ? 'cannot be fulfilled: the product is out of stock'
      : `must be at most ${stock}, the quantity in stock`;
  return { field: 'quantity', code: 'stock.insufficient', message };
};
