// Why: docs/decisions/0058-withdrawals.md

import { EXEMPTION_TERMS, type WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import {
  type FulfilledItem,
  type FulfilledItemView,
  type Fulfillment,
  fulfilledItemViews,
  quantitiesIn,
  toFulfilledItems,
} from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderItem, OrderItemId } from '#core/orders/order-item.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { type Contract, endOfPeriod, refusalOf, type WithdrawalDeps } from './contract.ts';
import type { WithdrawalsTx } from './ports.ts';

type ExemptItem = Readonly<{ itemId: OrderItemId; reason: WithdrawalExemption }>;

/** What a consumer may withdraw from. */
export type OrderWithdrawal = Readonly<{
  /** When the period ends; null until it begins with the delivery. */
  until: Date | null;
  /** What may be withdrawn from: neither cancelled nor returned. Nothing of a cancelled order. */
  items: readonly FulfilledItem[];
  exempt: readonly ExemptItem[];
}>;

type WithdrawableItem = Pick<OrderItem, 'id' | 'quantity' | 'returnedQuantity' | 'withdrawalExemption'>;

/** What it depends on for an order. */
export type WithdrawableOrder = Contract &
  Pick<Order, 'createdAt'> &
  Readonly<{
    state: Pick<Order['state'], 'status'>;
    items: readonly WithdrawableItem[];
    fulfillments: readonly Pick<Fulfillment, 'items' | 'createdAt' | 'deliveredAt'>[];
    /** Of the subscription whose goods the order sends; undefined for another order. */
    firstOrder?: Omit<WithdrawableOrder, 'firstOrder'> | undefined;
  }>;

/** The same of an order as the API shows it. */
const withdrawableOf = (view: OrderView, withdrawalTerms: Order['withdrawalTerms']): WithdrawableOrder => ({
  createdAt: new Date(view.created_at),
  shippingAddress: view.shipping_address,
  billingAddress: view.billing_address,
  withdrawalTerms,
  state: { status: view.status },
  items: view.items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    returnedQuantity: item.returned_quantity,
    withdrawalExemption: item.withdrawal_exemption,
  })),
  fulfillments: view.fulfillments.map((each) => ({
    items: toFulfilledItems(each.items),
    createdAt: new Date(each.created_at),
    deliveredAt: each.delivered_at === null ? null : new Date(each.delivered_at),
  })),
  charges: { taxId: view.tax_id },
});

/** What the consumer of an order may withdraw from; null for others. */
export const orderWithdrawal = async (
  deps: WithdrawalDeps,
  order: WithdrawableOrder,
): Promise<OrderWithdrawal | null> => {
  if (refusalOf(order) !== undefined) return null;
  const sent = quantitiesIn(order.fulfillments);
  const items = order.state.status === 'cancelled' ? [] : order.items;
  return {
    until: await periodEnd(deps, order),
    items: withdrawableItems(items, sent),
    exempt: items.flatMap((item) => exemptionOf(item, sent)),
  };
};

/** When the period of an order ends; null until it begins. */
export const periodEnd = async (deps: WithdrawalDeps, order: WithdrawableOrder): Promise<Date | null> => {
  const start = startOf(order);
  return start === null ? null : endOfPeriod(deps, order, start);
};

const MS_PER_DAY = 24 * 3_600_000;

/** The delivery of the last goods, or the contract where nothing is delivered; null until all is sent. */
const startOf = ({ firstOrder, ...order }: WithdrawableOrder): Date | null => {
  if (firstOrder !== undefined) return firstDelivery(firstOrder);
  const { createdAt, items, fulfillments } = order;
  const goods = items.filter((item) => item.quantity > 0 && !isService(item));
  if (goods.length === 0) return createdAt;
  const sent = quantitiesIn(fulfillments);
  if (goods.some(({ id, quantity }) => (sent.get(id) ?? 0) < quantity)) return null;
  return new Date(Math.max(...deliveriesOf(order, goods)));
};

/** Of regular deliveries the first one counts. */
const firstDelivery = (order: WithdrawableOrder): Date | null => {
  const goods = order.items.filter((item) => !isService(item));
  if (goods.length === 0) return order.createdAt;
  const deliveries = deliveriesOf(order, goods);
  return deliveries.length === 0 ? null : new Date(Math.min(...deliveries));
};

/** When the shipments of some goods were delivered, or are taken as delivered. */
const deliveriesOf = (
  { fulfillments, withdrawalTerms }: WithdrawableOrder,
  goods: readonly WithdrawableItem[],
): readonly number[] => {
  const transport = withdrawalTerms.transportDays * MS_PER_DAY;
  const ids = new Set(goods.map(({ id }) => id));
  return fulfillments
    .filter((each) => each.items.some(({ itemId }) => ids.has(itemId)))
    .map((each) => each.deliveredAt?.getTime() ?? each.createdAt.getTime() + transport);
};

const isService = ({ withdrawalExemption: reason }: WithdrawableItem): boolean =>
  reason !== null && EXEMPTION_TERMS[reason].isService;

/** What was sent of each item. */
type Sent = ReturnType<typeof quantitiesIn>;

const withdrawableItems = (items: readonly WithdrawableItem[], sent: Sent): FulfilledItem[] =>
  items
    .map((item) => ({ itemId: item.id, quantity: withdrawableQuantity(item, sent) }))
    .filter(({ quantity }) => quantity > 0);

/** Of what the buyer keeps, the part that is not exempt. */
const withdrawableQuantity = (item: WithdrawableItem, sent: Sent): number => {
  const effect = item.withdrawalExemption && EXEMPTION_TERMS[item.withdrawalExemption].effect;
  if (effect === 'always') return 0;
  return item.quantity - (effect === 'once_fulfilled' ? (sent.get(item.id) ?? 0) : item.returnedQuantity);
};

const exemptionOf = (item: WithdrawableItem, sent: Sent): ExemptItem[] => {
  const { id: itemId, withdrawalExemption: reason, quantity, returnedQuantity } = item;
  const isExempt = reason !== null && withdrawableQuantity(item, sent) < quantity - returnedQuantity;
  return isExempt ? [{ itemId, reason }] : [];
};

/** What a consumer may withdraw from, as the API shows it. */
export type OrderWithdrawalView = Readonly<{
  until: string | null;
  items: readonly FulfilledItemView[];
  exempt: readonly Readonly<{ item_id: OrderItemId; reason: WithdrawalExemption }>[];
}>;

const orderWithdrawalView = ({ until, items, exempt }: OrderWithdrawal): OrderWithdrawalView => ({
  until: until?.toISOString() ?? null,
  items: fulfilledItemViews(items),
  exempt: exempt.map(({ itemId: item_id, reason }) => ({ item_id, reason })),
});

/** The order with the terms of its subscription, if it sends the goods of one. */
export const withSubscription = async (tx: WithdrawalsTx, order: WithdrawableOrder): Promise<WithdrawableOrder> => {
  const { subscriptionId } = order.withdrawalTerms;
  if (subscriptionId === null) return order;
  const firstOrder = await tx.orders.findFirstOf(subscriptionId);
  const taxId = (await tx.subscriptions.find(subscriptionId))?.taxId ?? null;
  return { ...order, firstOrder, charges: { taxId } };
};

/** What consumers may withdraw from, as the API shows it of single orders; null for orders without the right. */
export type OrderWithdrawals = Readonly<{
  ofView: (view: OrderView, terms: Order['withdrawalTerms']) => Promise<OrderWithdrawalView | null>;
  of: (tx: WithdrawalsTx, order: Order) => Promise<OrderWithdrawalView | null>;
}>;

type FindDeps = Pick<WithdrawalDeps, 'calendar'> &
  Readonly<{ shop: ShopQueries; unitOfWork: UnitOfWork<WithdrawalsTx> }>;

export const makeOrderWithdrawals = ({ calendar, shop, unitOfWork }: FindDeps): OrderWithdrawals => {
  const show = async (order: WithdrawableOrder): Promise<OrderWithdrawalView | null> => {
    const { timeZone } = await shop.get();
    const found = await orderWithdrawal({ calendar, timeZone }, order);
    return found && orderWithdrawalView(found);
  };
  return {
    async ofView(view, terms) {
      const order = withdrawableOf(view, terms);
      return show(terms.subscriptionId === null ? order : await unitOfWork.run((tx) => withSubscription(tx, order)));
    },

    of: async (tx, order) => show(await withSubscription(tx, order)),
  };
};
