import type { ProductId } from '#core/catalog/product.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderFilter } from '#core/orders/order-list.ts';
import type { OrderListQuery } from '#core/orders/order-queries.ts';
import type { PageRequest } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { emailKey } from '#core/users/user.ts';
import { ids, noonPlus } from './builders.ts';
import { after, aGuestOrder, everyHistory, money, shirts } from './order-builders.ts';

export const [ADA, BOB] = [ids.next('usr'), ids.next('usr')];

export const [SHIRT, HAT]: readonly [ProductId, ProductId] = [ids.next('prod'), ids.next('prod')];

const BUYERS = [
  { userId: ADA, email: 'ada@example.com' },
  { userId: BOB, email: 'ADA@example.com' },
  { userId: ADA, email: null },
  { userId: null, email: 'Ada@Example.com' },
  { userId: null, email: 'bob@example.com' },
  { userId: BOB },
  { userId: null, email: null },
];

/** The products of orders, shared with others alone or together. */
const itemsAt = (index: number, price: number) => {
  const item = (productId: ProductId) => shirts({ productId, unitPrice: money(price) });
  const [only, shirt, hat] = [item(ids.next('prod')), item(SHIRT), item(HAT)];
  return ([[shirt], [shirt, hat], [only], [hat, only, shirt]] as const)[index % 4] ?? ([only] as const);
};

/** The nth of orders that differ in everything that lists filter by, with ties in time. */
export const orderAt = (index: number, price = 19.99): Order =>
  aGuestOrder({ ...BUYERS[index % BUYERS.length], items: itemsAt(index, price), at: noonPlus((index * 7) % 20) });

/** At least two orders in every state, unsorted. */
export const addListedOrders = async (tx: Transaction): Promise<Order[]> => {
  const dear = everyHistory().map((history) => ({ history, price: 19.99 }));
  const free = everyHistory(() => orderAt(0, 0)).map((history) => ({ history, price: 0 }));
  const listed = [...dear, ...free, ...dear].map(({ history, price }, index) => after(orderAt(index, price), history));
  for (const order of listed) await tx.orders.add(order, []);
  return listed;
};

/** A filter, and the user that the list is restricted to. */
export type OrderSelection = OrderFilter & Pick<OrderListQuery, 'ownerId'>;

export const orderQuery = (
  { ownerId, ...filter }: OrderSelection,
  page: PageRequest,
  first: 'newest' | 'oldest' = 'newest',
): OrderListQuery => ({ filter, ownerId, sort: { by: 'created_at', descending: first === 'newest' }, page });

/** Whether an order matches a selection, independent of the storages. */
export const matchesFilter = (order: Order, filter: OrderSelection): boolean => {
  const its: Readonly<Record<keyof OrderSelection, (value: never) => boolean>> = {
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
  return Object.entries(filter).every(
    ([name, value]) => value === undefined || its[name as keyof OrderSelection](value as never),
  );
};

/** By creation time, ties by id. */
export const inOrder = (orders: readonly Order[], direction: 'newest' | 'oldest'): Order[] => {
  const oldest = [...orders].sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  return direction === 'oldest' ? oldest : oldest.reverse();
};
