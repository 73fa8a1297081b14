import type { UnpaidBuyer, UnpaidOrders } from '#core/orders/guest.ts';
import { Order } from '#core/orders/order.ts';
import { duplicateCheckout, duplicateExternalId } from '#core/orders/order-details.ts';
import { stockOf } from '#core/orders/order-item.ts';
import type { ErasedBuyer, OrderRepository } from '#core/orders/ports.ts';
import { PERSONAL_ENTRIES, type TimelineEntry } from '#core/orders/timeline-entry.ts';
import { Payment } from '#core/payments/payment.ts';
import { emailKey } from '#core/shared/mail.ts';
import { heldQuantity, quantityOfGoods } from '#core/subscriptions/period-goods.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { oldestFirst } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { dueRows } from '../store/times.ts';

const FIRST_NUMBER = 1001;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

type Goods = Readonly<{ held: number; counted: number }> & Pick<Subscription, 'userId' | 'goodsClient'>;

/** Of the subscriptions that are charged: what each holds, and that or what its next periods take. */
const goodsOf = (
  { subscriptions, plans, products }: Pick<StoreChanges, 'subscriptions' | 'plans' | 'products'>,
  changed: UnpaidBuyer['changed'],
): Goods[] => {
  const taken = ({ planId, quantity }: Subscription['plan']): number => {
    const plan = plans.get(planId);
    const product = plan?.productId == null ? undefined : products.get(plan.productId);
    const hasGoods = plan !== undefined && plan.usage === null && (product?.stock ?? null) !== null;
    return hasGoods ? quantityOfGoods(plan, quantity) : 0;
  };
  return subscriptions
    .values()
    .map(({ subscription }) => subscription)
    .filter(({ id, collection, status }) => collection === 'charge' && status !== 'cancelled' && id !== changed)
    .map(({ userId, goodsClient, plan, nextPlan, paidGoods, reservations }) => {
      const toCome = Math.max(taken(plan), nextPlan === null ? 0 : taken(nextPlan));
      const held = heldQuantity(reservations);
      return { userId, goodsClient, held, counted: Math.max(held, toCome > paidGoods ? toCome : 0) };
    });
};

export const makeOrderRepository = (
  { orders, orderTimelines: timelines, payments, ...store }: StoreChanges,
  numbers: TableChanges<'last', number>,
): OrderRepository => {
  const rows = resourceRepository(orders, 'order');
  const append = (entries: readonly TimelineEntry[]): void => {
    for (const entry of entries) timelines.set(entry.orderId, [...(timelines.get(entry.orderId) ?? []), entry]);
  };
  const hasPendingPayment = ({ id }: Order): boolean =>
    payments.values().some((payment) => payment.payableId === id && Payment.isPending(payment));
  const requireUnique = ({ id, externalId, checkoutId }: Order): void => {
    const isTaken = (field: 'externalId' | 'checkoutId', value: string | null): boolean =>
      value !== null && orders.values().some((other) => other[field] === value && other.id !== id);
    if (isTaken('externalId', externalId)) throw duplicateExternalId();
    if (isTaken('checkoutId', checkoutId)) throw duplicateCheckout();
  };
  const save: OrderRepository['save'] = async (order, entries) => {
    requirePrevious(orders.get(order.id), order);
    requireUnique(order);
    orders.set(order.id, order);
    append(entries);
  };
  return {
    find: rows.find,
    get: rows.get,
    save,
    /** An order is stored with its items anyway. */
    saveWithItems: save,

    async nextNumber() {
      const number = (numbers.get('last') ?? FIRST_NUMBER - 1) + 1;
      numbers.set('last', number);
      return number;
    },

    findFirstOf: async (subscriptionId) =>
      orders.filter(({ withdrawalTerms }) => withdrawalTerms.subscriptionId === subscriptionId).sort(oldestFirst)[0],

    findByNumber: async (number) => orders.values().find((order) => order.number === number)?.id,

    async claimExpired(at, except = []) {
      const due = dueRows(at, orders.values(), ({ expiresAt }) => expiresAt);
      return due.find((order) => !except.includes(order.id) && !hasPendingPayment(order));
    },

    async claimCancelling(before, at) {
      const [order] = dueRows(before, orders.values(), ({ cancellingSince }) => cancellingSince);
      // the time is also the lease
      if (order !== undefined) orders.set(order.id, { ...order, cancellingSince: at });
      return order?.id;
    },

    async claimRefundDue(at, nextAt) {
      const [order] = dueRows(at, orders.values(), ({ refundDueAt }) => refundDueAt);
      if (order !== undefined) orders.set(order.id, { ...order, refundDueAt: nextAt });
      return order?.id;
    },

    async countUnpaid({ userId, emailKey: key, client, changed }) {
      const unpaid = orders.filter(isUnpaid);
      const isOfBuyer = (order: Order): boolean =>
        userId === null
          ? order.guest !== null && isOfEmail(order, key ?? undefined)
          : order.isByCustomer && order.userId === userId;
      const count = (counted: readonly Order[], goods: readonly number[]): UnpaidOrders => ({
        orders: counted.length + goods.filter((quantity) => quantity > 0).length,
        stock: sumOf([stockOf(counted.flatMap(({ items }) => items)), ...goods]),
      });
      const goods = goodsOf(store, changed);
      const ofClient = goods.filter(({ goodsClient }) => goodsClient === client);
      const held = ofClient.map((each) => each.held);
      return {
        ofBuyer: count(
          unpaid.filter(isOfBuyer),
          goods.filter((each) => each.userId === userId).map(({ counted }) => counted),
        ),
        ofClient: count(
          unpaid.filter((order) => order.client === client),
          held,
        ),
        toComeOfClient: {
          orders: ofClient.filter((each) => each.held === 0 && each.counted > 0).length,
          stock: sumOf(ofClient.map((each) => each.counted - each.held)),
        },
      };
    },

    async listGuestOrders(key, limit) {
      const found = orders.filter((order) => order.userId === null && isOfEmail(order, key)).sort(oldestFirst);
      return found.slice(0, limit).map(({ id }) => id);
    },

    async add(order, entries) {
      requireUnique(order);
      await rows.add(order);
      append(entries);
    },

    note: async (entry) => append([entry]),

    async erase(buyer, at) {
      const erased = orders.filter((order) => isOrderOf(order, buyer));
      for (const order of erased) {
        orders.set(order.id, Order.withoutBuyer(order, buyer.userId, at));
        timelines.set(order.id, (timelines.get(order.id) ?? []).map(withoutPersonalDetails));
      }
      return erased.map(({ id }) => id);
    },
  };
};

const isUnpaid = ({ state }: Order): boolean =>
  state.status === 'open' && (state.payment === 'unpaid' || state.payment === 'partially_paid');

const isOfEmail = ({ email }: Order, key: string | undefined): boolean => email !== null && emailKey(email) === key;

const isOrderOf = (order: Order, { userId, emailKey: key }: ErasedBuyer): boolean =>
  order.userId === userId || (order.userId === null && isOfEmail(order, key));

const withoutPersonalDetails = (entry: TimelineEntry): TimelineEntry =>
  PERSONAL_ENTRIES.includes(entry.type) ? { ...entry, details: {} } : entry;
