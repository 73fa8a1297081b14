import { Scope } from '#core/access/scope.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import type { Order } from './order.ts';
import { type ItemError, itemErrors, type OrderItem } from './order-item.ts';
import type { PricedRequest } from './price-order.ts';

type WantedItem = Readonly<{
  quantity: number;
  /** Of the quantity, what the order has from the stock already. */
  reserved?: number;
  /** Undefined if the stock does not change. */
  adjustment: AdjustedStock | undefined;
}>;

type ShortItem = WantedItem & Readonly<{ adjustment: AdjustedStock }>;

const availableOf = ({ adjustment: { before }, reserved = 0 }: ShortItem): number => (before.stock ?? 0) + reserved;

/**
 * Tells only who may read the stock how much there is: others could read the stock of every product from it.
 * @throws DomainError `insufficient_stock`, which names all items concerned.
 */
export const requireStock = (actor: Actor, items: readonly WantedItem[]): void => {
  const shortItems = items.filter(isShort);
  if (shortItems.length === 0) return;
  const isShown = Scope.covers(actor.scopes, 'products:read');
  const short = shortItems.map((item) => ({
    product_id: item.adjustment.before.id,
    requested: item.quantity,
    ...(isShown && { available: availableOf(item) }),
  }));
  const errors = itemErrors(items, (item) => (isShort(item) ? stockError(availableOf(item), isShown) : undefined));
  const what = short.length === 1 ? 'a product' : `${short.length} products`;
  const message = `There is not enough stock of ${what}; nothing was changed.`;
  throw new DomainError('conflict', 'insufficient_stock', message, { details: { items: short }, fieldErrors: errors });
};

const isShort = (item: WantedItem): item is ShortItem => {
  const { quantity, reserved = 0, adjustment } = item;
  if (adjustment === undefined || quantity <= reserved) return false;
  return adjustment.before.stock !== null && adjustment.after === adjustment.before;
};

const stockError = (available: number, isShown: boolean): ItemError => {
  const tooMuch = isShown
    ? `must be at most ${available}, the quantity in stock`
    : 'must be less: there is not enough in stock';
  // whether a product is out of stock is public
  const message = available === 0 ? 'cannot be fulfilled: the product is out of stock' : tooMuch;
  return { field: 'quantity', code: 'stock.insufficient', message };
};

/**
 * The items of a priced request after their stock was adjusted.
 * @throws DomainError `insufficient_stock`. @throws StalePreparationError if a product changed since it was priced.
 */
export const takenItems = (
  priced: PricedRequest,
  adjusted: readonly AdjustedStock[],
  { actor, ids }: Readonly<{ actor: Actor; ids: IdGenerator }>,
): readonly [OrderItem, ...OrderItem[]] => {
  const taken = requireUnchanged(priced.items, adjusted);
  requireStock(actor, taken);
  const [first, ...rest] = taken.map(({ adjustment, priced: item }) => ({
    ...item,
    id: ids.next('item'),
    isFromStock: adjustment?.after !== adjustment?.before,
  }));
  if (first === undefined) throw new TypeError('An order request has at least one item.');
  return [first, ...rest];
};

/** The quantity that a priced request takes from tracked stock, whether or not it is there. */
export const trackedQuantity = (
  { items }: Pick<PricedRequest, 'items'>,
  adjusted: readonly AdjustedStock[],
): number => {
  const tracked = new Set(adjusted.filter(({ before }) => before.stock !== null).map(({ before }) => before.id));
  return items.reduce(
    (sum, { goods, quantity }) => (goods.id !== null && tracked.has(goods.id) ? sum + quantity : sum),
    0,
  );
};

type TakenItem = Readonly<{
  quantity: number;
  /** Undefined for a custom item. */
  adjustment: AdjustedStock | undefined;
  priced: PricedRequest['items'][number]['priced'];
}>;

/** The priced items with their products. @throws StalePreparationError if a product changed since it was priced. */
const requireUnchanged = (items: PricedRequest['items'], adjusted: readonly AdjustedStock[]): TakenItem[] => {
  const byId = new Map(adjusted.map((adjustment) => [adjustment.before.id, adjustment]));
  return items.map(({ goods, quantity, priced }) => {
    if (goods.id === null) return { quantity, adjustment: undefined, priced };
    const adjustment = byId.get(goods.id);
    if (adjustment === undefined || !isSoldAlike(goods, adjustment.before)) {
      throw new StalePreparationError(`The product ${goods.id} changed after it was priced.`);
    }
    return { quantity, adjustment, priced };
  });
};

const isSoldAlike = (priced: Product, now: Product): boolean =>
  Product.isOnSale(now) === Product.isOnSale(priced) &&
  now.variants.length === priced.variants.length &&
  now.price.currency === priced.price.currency &&
  now.price.compare(priced.price) === 0;

/** What an edit takes from the stock and returns to it. */
export const stockChangesOf = ({ items }: Order, priced: Pick<PricedRequest, 'items'>): StockAdjustment[] => {
  const deltas = new Map(
    priced.items.flatMap(({ goods: { id }, quantity }): [ProductId, number][] =>
      id === null ? [] : [[id, -quantity]],
    ),
  );
  for (const { productId, quantity, isFromStock } of items) {
    if (productId === null) continue;
    const taken = deltas.get(productId);
    // a product that was not tracked when it was ordered stays so
    if (!isFromStock && taken !== undefined) deltas.set(productId, 0);
    else if (isFromStock) deltas.set(productId, (taken ?? 0) + quantity);
  }
  return [...deltas].map(([productId, delta]) => ({ productId, delta })).filter(({ delta }) => delta !== 0);
};

const reservedOf = (item: OrderItem | undefined): number => (item?.isFromStock ? item.quantity : 0);

type EditedRequest = Pick<PricedRequest, 'items'> &
  Readonly<{
    /** Whether discounts were found anew, so that their former positions mean nothing. */
    isRediscounted: boolean;
  }>;

type Edit = Readonly<{
  before: Order;
  priced: EditedRequest;
  adjusted: readonly AdjustedStock[];
  actor: Actor;
  ids: IdGenerator;
}>;

/**
 * The items of an edited order: a product keeps its item. Items that were cancelled entirely stay.
 * @throws DomainError `insufficient_stock`. @throws StalePreparationError if a product changed since it was priced.
 */
export const editedItems = ({ before, priced, adjusted, actor, ids }: Edit): OrderItem[] => {
  const changes = new Set(stockChangesOf(before, priced).map(({ productId }) => productId));
  const changed = priced.items.filter(({ goods: { id } }) => id !== null && changes.has(id));
  const taken = requireUnchanged(changed, adjusted);
  const adjustments = new Map(changed.map((item, index) => [item, taken[index]?.adjustment]));
  requireStock(
    actor,
    priced.items.map((item) => ({
      quantity: item.quantity,
      reserved: reservedOf(item.former),
      adjustment: adjustments.get(item),
    })),
  );
  const edited = priced.items.map((item): OrderItem => {
    const adjustment = adjustments.get(item);
    if (item.former === undefined)
      return { ...item.priced, id: ids.next('item'), isFromStock: adjustment?.before !== adjustment?.after };
    const { id, isFromStock, cancelledQuantity } = item.former;
    return { ...item.priced, id, isFromStock, cancelledQuantity };
  });
  const wanted = new Set(edited.map(({ id }) => id));
  const cancelled = before.items.filter(({ id, quantity }) => quantity === 0 && !wanted.has(id));
  return [...edited, ...cancelled.map((item) => (priced.isRediscounted ? { ...item, agreed: null } : item))];
};
