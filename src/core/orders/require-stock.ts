import type { AdjustedStock } from '#core/catalog/stock-adjustment.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { type ItemError, itemErrors } from './order-item.ts';

type TakenItem = Readonly<{
  quantity: number;
  /** Of the quantity, what the order has from the stock already. */
  reserved?: number;
  /** Undefined if the stock does not change. */
  adjustment: AdjustedStock | undefined;
}>;

type ShortItem = TakenItem & Readonly<{ adjustment: AdjustedStock }>;

const availableOf = ({ adjustment: { before }, reserved = 0 }: ShortItem): number => (before.stock ?? 0) + reserved;

/** @throws DomainError `insufficient_stock`, which names all items concerned. */
export const requireStock = (items: readonly TakenItem[]): void => {
  const shortItems = items.filter(isShort);
  if (shortItems.length === 0) return;
  const short = shortItems.map((item) => ({
    product_id: item.adjustment.before.id,
    requested: item.quantity,
    available: availableOf(item),
  }));
  const errors = itemErrors(items, (item) => (isShort(item) ? stockError(availableOf(item)) : undefined));
  const what = short.length === 1 ? 'a product' : `${short.length} products`;
  const message = `There is not enough stock of ${what}; nothing was changed.`;
  throw new DomainError('conflict', 'insufficient_stock', message, { details: { items: short }, fieldErrors: errors });
};

const isShort = (item: TakenItem): item is ShortItem => {
  const { quantity, reserved = 0, adjustment } = item;
  if (adjustment === undefined || quantity <= reserved) return false;
  return adjustment.before.stock !== null && adjustment.after === adjustment.before;
};

const stockError = (available: number): ItemError => {
  const message =
    available === 0
      ? 'cannot be fulfilled: the product is out of stock'
      : `must be at most ${available}, the quantity in stock`;
  return { field: 'quantity', code: 'stock.insufficient', message };
};
