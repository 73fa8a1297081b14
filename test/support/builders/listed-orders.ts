import type { ProductId } from '#core/catalog/product.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderFilter } from '#core/orders/order-view.ts';
import type { OrderListQuery } from '#core/orders/ports.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { PageRequest } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { ids, noonPlus } from './builders.ts';
import { aGuestOrder, applyHistory, everyHistory, money, shirts } from './order-builders.ts';

/** The users who have orders. */
export const [ADA, BOB] = [ids.next('usr'), ids.next('usr')];

/** The products of several orders. */
export const [SHIRT, HAT]: readonly [ProductId, ProductId] = [ids.next('prod'), ids.next('prod')];

/** The SKU of the hat. */
export const HAT_SKU = 'HAT-1';

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
  const item = (productId: ProductId) =>
    shirts({ productId, unitPrice: money(price), sku: productId === HAT ? HAT_SKU : null });
  const [unique, shirt, hat] = [item(ids.next('prod')), item(SHIRT), item(HAT)];
  return ([[shirt], [shirt, hat], [unique], [hat, unique, shirt]] as const)[index % 4] ?? ([unique] as const);
};

/** The nth of orders that differ in everything that lists filter by; some are created at the same time. */
export const orderAt = (index: number, price = 19.99): Order =>
  aGuestOrder({ ...BUYERS[index % BUYERS.length], items: itemsAt(index, price), at: noonPlus((index * 7) % 20) });

const withTracking = (order: Order, trackingNumber: string): Order => ({
  ...order,
  fulfillments: order.fulfillments.map((fulfillment) => ({ ...fulfillment, trackingNumber })),
});

/** Adds at least two orders in every state. @returns them in the order of their addition, not of a list. */
export const addListedOrders = async (tx: Transaction): Promise<Order[]> => {
  const priced = everyHistory().map((history) => ({ history, price: 19.99 }));
  const free = everyHistory(() => orderAt(0, 0)).map((history) => ({ history, price: 0 }));
  const listed = [...priced, ...free, ...priced].map(({ history, price }, index) =>
    withTracking(applyHistory({ ...orderAt(index, price), externalId: `ERP-${index}` }, history), `TRACK-${index % 3}`),
  );
  for (const order of listed) await tx.orders.add(order, []);
  return listed;
};

/** A filter, and the user that the list is restricted to. */
export type OrderSelection = OrderFilter & Pick<OrderListQuery, 'ownerId'>;

/** Which order comes first in a list. */
export type Direction = keyof typeof SORTS;

const SORTS = {
  newest: { by: 'created_at', descending: true },
  oldest: { by: 'created_at', descending: false },
  'last updated': { by: 'updated_at', descending: true },
  'first updated': { by: 'updated_at', descending: false },
} as const;

export const orderQuery = (
  { ownerId, ...filter }: OrderSelection,
  page: PageRequest,
  direction: Direction = 'newest',
): OrderListQuery => ({ filter, ownerId, sort: SORTS[direction], page });

const isFoundBy = ({ number, email, items, fulfillments }: Order, q: string): boolean =>
  String(number) === q ||
  (email !== null && emailKey(email).startsWith(emailKey(q))) ||
  items.some(({ sku }) => sku === q) ||
  fulfillments.some(({ trackingNumber }) => trackingNumber === q);

/** Whether an order matches a selection: a reference implementation, independent of the storages. */
export const matchesFilter = (order: Order, selection: OrderSelection): boolean => {
  const matches: Readonly<Record<keyof OrderSelection, (value: never) => boolean>> = {
    status: (values: readonly string[]) => values.includes(order.state.status),
    payment_status: (values: readonly string[]) => values.includes(order.state.payment),
    fulfillment_status: (values: readonly string[]) => values.includes(order.state.fulfillment),
    user_id: (value: string) => order.userId === value,
    ownerId: (value: string) => order.userId === value,
    email: (value: string) => order.email !== null && emailKey(order.email) === emailKey(value),
    number: (value: number) => order.number === value,
    external_id: (value: string) => order.externalId === value,
    ids: (values: readonly string[]) => values.includes(order.id),
    q: (value: string) => isFoundBy(order, value),
    product_id: (value: string) => order.items.map(({ productId }) => productId as string).includes(value),
    created_from: (value: Date) => Number(order.createdAt) >= Number(value),
    created_to: (value: Date) => Number(order.createdAt) <= Number(value),
    updated_from: (value: Date) => Number(order.updatedAt) >= Number(value),
  };
  return Object.entries(selection).every(
    ([name, value]) => value === undefined || matches[name as keyof OrderSelection](value as never),
  );
};

/** The reference order of lists: by the time of the sort, ties by id. */
export const inOrder = (orders: readonly Order[], direction: Direction): Order[] => {
  const { by, descending } = SORTS[direction];
  const timeOf = ({ createdAt, updatedAt }: Order): number => Number(by === 'created_at' ? createdAt : updatedAt);
  const oldest = [...orders].sort((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1));
  return descending ? oldest.reverse() : oldest;
};
