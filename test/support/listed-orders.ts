import type { ProductId } from '#core/catalog/product.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderFilter } from '#core/orders/order-list.ts';
import type { OrderListQuery } from '#core/orders/order-queries.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { PageRequest } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { ids, noonPlus } from './builders.ts';
import { aGuestOrder, applyHistory, everyHistory, money, shirts } from './order-builders.ts';

/** The users who have orders. */
export const [ADA, BOB] = [ids.next('usr'), ids.next('usr')];

/** The products of several orders. */
export const [SHIRT, HAT]: readonly [ProductId, ProductId] = [ids.next('prod'), ids.next('prod')];

/** Users and guests, with e-mails that differ in case, are shared or missing. */
const BUYERS = [
  { userId: ADA, email: 'ada@example.com' },
  { userId: BOB, email: 'ADA@example.com' },
  { userId: ADA, email: null },
  { userId: null, email: 'Ada@Example.com' },
  { userId: null, email: 'bob@example.com' },
  { userId: BOB },
  { userId: null, email: null },
];

/** The items of the nth order: the shirt, the shirt and the hat, a product of no other order, or all three. */
const itemsAt = (index: number, price: number) => {
  const item = (productId: ProductId) => shirts({ productId, unitPrice: money(price) });
  const [unique, shirt, hat] = [item(ids.next('prod')), item(SHIRT), item(HAT)];
  return ([[shirt], [shirt, hat], [unique], [hat, unique, shirt]] as const)[index % 4] ?? ([unique] as const);
};

/** The nth of orders that differ in everything that lists filter by; some are created at the same time. */
export const orderAt = (index: number, price = 19.99): Order =>
  aGuestOrder({ ...BUYERS[index % BUYERS.length], items: itemsAt(index, price), at: noonPlus((index * 7) % 20) });

/** Adds at least two orders in every state. @returns them in the order of their addition, not of a list. */
export const addListedOrders = async (tx: Transaction): Promise<Order[]> => {
  const priced = everyHistory().map((history) => ({ history, price: 19.99 }));
  const free = everyHistory(() => orderAt(0, 0)).map((history) => ({ history, price: 0 }));
  const listed = [...priced, ...free, ...priced].map(({ history, price }, index) =>
    applyHistory(orderAt(index, price), history),
  );
  for (const order of listed) await tx.orders.add(order, []);
  return listed;
};

/** A filter, and the user that the list is restricted to. */
export type OrderSelection = OrderFilter & Pick<OrderListQuery, 'ownerId'>;

export const orderQuery = (
  { ownerId, ...filter }: OrderSelection,
  page: PageRequest,
  direction: 'newest' | 'oldest' = 'newest',
): OrderListQuery => ({ filter, ownerId, sort: { by: 'created_at', descending: direction === 'newest' }, page });

/** Whether an order matches a selection: a reference implementation, independent of the storages. */
export const matchesFilter = (order: Order, selection: OrderSelection): boolean => {
  const matches: Readonly<Record<keyof OrderSelection, (value: never) => boolean>> = {
    status: (value: string) => order.state.status === value,
    payment_status: (value: string) => order.state.payment === value,
    fulfillment_status: (value: string) => order.state.fulfillment === value,
    user_id: (value: string) => order.userId === value,
    ownerId: (value: string) => order.userId === value,
    email: (value: string) => order.email !== null && emailKey(order.email) === emailKey(value),
    number: (value: number) => order.number === value,
    product_id: (value: string) => order.items.map(({ productId }) => productId as string).includes(value),
    created_from: (value: Date) => Number(order.createdAt) >= Number(value),
    created_to: (value: Date) => Number(order.createdAt) <= Number(value),
  };
  return Object.entries(selection).every(
    ([name, value]) => value === undefined || matches[name as keyof OrderSelection](value as never),
  );
};

/** The reference order of lists: by creation time, ties by id. `direction` says which comes first. */
export const inOrder = (orders: readonly Order[], direction: 'newest' | 'oldest'): Order[] => {
  const oldest = [...orders].sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  return direction === 'oldest' ? oldest : oldest.reverse();
};
