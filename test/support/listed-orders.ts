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
const itemsAt = (place: number, price: number) => {
  const item = (productId: ProductId) => shirts({ productId, unitPrice: money(price) });
  const [only, shirt, hat] = [item(ids.next('prod')), item(SHIRT), item(HAT)];
  return ([[shirt], [shirt, hat], [only], [hat, only, shirt]] as const)[place % 4] ?? ([only] as const);
};

/** The nth of orders that differ in everything that lists filter by, with ties in time. */
export const orderAt = (place: number, price = 19.99): Order =>
  aGuestOrder({ ...BUYERS[place % BUYERS.length], items: itemsAt(place, price), at: noonPlus((place * 7) % 20) });

/** At least two orders in every state, unsorted. */
export const addListedOrders = async (tx: Transaction): Promise<Order[]> => {
  const dear = everyHistory().map((history) => ({ history, price: 19.99 }));
  const free = everyHistory(() => orderAt(0, 0)).map((history) => ({ history, price: 0 }));
  const listed = [...dear, ...free, ...dear].map(({ history, price }, place) => after(orderAt(place, price), history));
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
  const its: Readonly<Record<keyof OrderSelection, (wanted: never) => boolean>> = {
    status: (wanted: string) => order.state.status === wanted,
    payment_status: (wanted: string) => order.state.payment === wanted,
    fulfillment_status: (wanted: string) => order.state.fulfillment === wanted,
    user_id: (wanted: string) => order.userId === wanted,
    ownerId: (wanted: string) => order.userId === wanted,
    email: (wanted: string) => order.email !== null && emailKey(order.email) === emailKey(wanted),
    number: (wanted: number) => order.number === wanted,
    product_id: (wanted: string) => order.items.map(({ productId }) => productId as string).includes(wanted),
    created_from: (wanted: Date) => Number(order.createdAt) >= Number(wanted),
    created_to: (wanted: Date) => Number(order.createdAt) <= Number(wanted),
  };
  return Object.entries(filter).every(
    ([name, wanted]) => wanted === undefined || its[name as keyof OrderSelection](wanted as never),
  );
};

/** By creation time, ties by id. */
export const inOrder = (orders: readonly Order[], direction: 'newest' | 'oldest'): Order[] => {
  const oldest = [...orders].sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  return direction === 'oldest' ? oldest : oldest.reverse();
};
