import { Order } from '#core/orders/order.ts';
import { duplicateExternalId } from '#core/orders/order-details.ts';
import { stockOf } from '#core/orders/order-item.ts';
import type { ErasedBuyer, OrderRepository } from '#core/orders/ports.ts';
import { PERSONAL_ENTRIES, type TimelineEntry } from '#core/orders/timeline-entry.ts';
import { Payment } from '#core/payments/payment.ts';
import { emailKey } from '#core/shared/mail.ts';
import { quantityOfGoods } from '#core/subscriptions/period-goods.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { oldestFirst } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { dueRows } from '../store/times.ts';

const FIRST_NUMBER = 1001;

/** Of subscriptions that are charged: those with goods that are not paid, and what trials will take. */
type UnpaidGoods = Readonly<{ reserved: readonly Subscription[]; ofTrials?: number }>;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const reservedOf = ({ reservations }: Subscription): number => sumOf(reservations.map(({ quantity }) => quantity));

const unpaidGoodsOf = (
  { subscriptions, plans, products }: Pick<StoreChanges, 'subscriptions' | 'plans' | 'products'>,
  isCounted: (subscription: Subscription) => boolean,
): UnpaidGoods => {
  const counted = subscriptions
    .values()
    .map(({ subscription }) => subscription)
    .filter((each) => each.collection === 'charge' && isCounted(each));
  const taken = counted.map(({ status, latestInvoiceId, plan: { planId, quantity } }) => {
    const plan = status === 'cancelled' || latestInvoiceId !== null ? undefined : plans.get(planId);
    const hasGoods =
      plan?.usage === null && plan.productId !== null && (products.get(plan.productId)?.stock ?? null) !== null;
    return plan !== undefined && hasGoods ? quantityOfGoods(plan, quantity) : 0;
  });
  return { reserved: counted.filter(({ reservations }) => reservations.length > 0), ofTrials: sumOf(taken) };
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
  const requireUnique = ({ id, externalId }: Order): void => {
    const isTaken = orders.values().some((other) => other.externalId === externalId && other.id !== id);
    if (externalId !== null && isTaken) throw duplicateExternalId();
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

    async countUnpaid({ userId, emailKey: key, client }) {
      const unpaid = orders.filter(isUnpaid);
      const isOfBuyer = (order: Order): boolean =>
        userId === null
          ? order.guest !== null && isOfEmail(order, key ?? undefined)
          : order.isByCustomer && order.userId === userId;
      const count = (counted: readonly Order[], { reserved, ofTrials = 0 }: UnpaidGoods) => ({
        orders: counted.length + reserved.length,
        stock: sumOf([stockOf(counted.flatMap(({ items }) => items)), ofTrials, ...reserved.map(reservedOf)]),
      });
      return {
        ofBuyer: count(
          unpaid.filter(isOfBuyer),
          unpaidGoodsOf(store, (each) => each.userId === userId),
        ),
        ofClient: count(
          unpaid.filter((order) => order.client === client),
          { reserved: unpaidGoodsOf(store, (each) => each.goodsClient === client).reserved },
        ),
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
