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
import type { Address } from '#core/shared/address.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { type BuyerCalendar, withdrawalEnd } from './withdrawal-period.ts';

/** The countries of the EU, and of the EEA, where Directive 2011/83/EU is in force too. */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

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

/** What the right depends on. */
export type WithdrawableOrder = Pick<Order, 'createdAt' | 'shippingAddress' | 'billingAddress' | 'withdrawalTerms'> &
  Readonly<{
    state: Pick<Order['state'], 'status'>;
    items: readonly WithdrawableItem[];
    fulfillments: readonly Pick<Fulfillment, 'items' | 'createdAt' | 'deliveredAt'>[];
    charges: Pick<Order['charges'], 'taxId'>;
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

export type WithdrawalDeps = Readonly<{
  calendar: BuyerCalendar;
  /** The shop's, for buyers of whom no country is known. */
  timeZone: string;
}>;

/** Whether a business has bought, which has no such right. */
const isBusiness = ({ charges }: WithdrawableOrder): boolean => charges.taxId !== null;

/** Where the buyer lives, as far as the order says. */
const addressOf = (order: WithdrawableOrder): Address | null => order.shippingAddress ?? order.billingAddress;

/** Whether the shop gives the right to consumers of the buyer's country; where that is not known, to all. */
const isInTerms = (order: WithdrawableOrder): boolean => {
  const { appliesTo } = order.withdrawalTerms;
  const country = addressOf(order)?.country;
  return appliesTo === 'all' || (appliesTo === 'eu' && (country === undefined || EEA.has(country)));
};

/** Why the buyer of an order has no right to withdraw from any of it; undefined if they have one. */
export const refusalOf = (order: WithdrawableOrder): 'not_applicable' | 'business' | undefined => {
  if (!isInTerms(order)) return 'not_applicable';
  return isBusiness(order) ? 'business' : undefined;
};

/** What the consumer of an order may withdraw from; null for others. */
export const orderWithdrawal = async (
  deps: WithdrawalDeps,
  order: WithdrawableOrder,
): Promise<OrderWithdrawal | null> => {
  if (refusalOf(order) !== undefined) return null;
  return {
    until: await periodEnd(deps, order),
    items: withdrawableItems(order),
    exempt: order.items.flatMap((item) => exemptionOf(order, item)),
  };
};

/** When the period of an order ends; null until it begins. */
export const periodEnd = async (deps: WithdrawalDeps, order: WithdrawableOrder): Promise<Date | null> => {
  const start = startOf(order);
  if (start === null) return null;
  const { days, isInformed } = order.withdrawalTerms;
  return withdrawalEnd(deps.calendar, { start, days, isInformed, ...placeOf(deps, order) });
};

/** Until when a shop must refund, by article 13: 14 days after the statement. */
export const refundEnd = (deps: WithdrawalDeps, order: WithdrawableOrder, stated: Date): Promise<Date> =>
  withdrawalEnd(deps.calendar, { start: stated, days: 14, isInformed: true, ...placeOf(deps, order) });

const placeOf = ({ timeZone: shopTimeZone }: WithdrawalDeps, order: WithdrawableOrder) => {
  const { country = null, state = null } = addressOf(order) ?? {};
  return { place: { country, state }, shopTimeZone };
};

const MS_PER_DAY = 24 * 3_600_000;

/** The delivery of the last goods, or the contract where nothing is delivered; null until all is sent. */
const startOf = ({ createdAt, items, fulfillments, withdrawalTerms }: WithdrawableOrder): Date | null => {
  const goods = items.filter((item) => item.quantity > 0 && !isService(item));
  if (goods.length === 0) return createdAt;
  const sent = quantitiesIn(fulfillments);
  if (goods.some(({ id, quantity }) => (sent.get(id) ?? 0) < quantity)) return null;
  const transport = withdrawalTerms.transportDays * MS_PER_DAY;
  const deliveries = fulfillments
    .filter((each) => each.items.some(({ itemId }) => goods.some(({ id }) => id === itemId)))
    .map((each) => each.deliveredAt?.getTime() ?? each.createdAt.getTime() + transport);
  return new Date(Math.max(...deliveries));
};

const isService = ({ withdrawalExemption: reason }: WithdrawableItem): boolean =>
  reason !== null && EXEMPTION_TERMS[reason].isService;

const withdrawableItems = (order: WithdrawableOrder): FulfilledItem[] =>
  order.items
    .map((item) => ({ itemId: item.id, quantity: withdrawableQuantity(order, item) }))
    .filter(({ quantity }) => quantity > 0);

/** Of what the buyer keeps, the part that is not exempt. */
const withdrawableQuantity = ({ state, fulfillments }: WithdrawableOrder, item: WithdrawableItem): number => {
  if (state.status === 'cancelled') return 0;
  const kept = item.quantity - item.returnedQuantity;
  const effect = item.withdrawalExemption && EXEMPTION_TERMS[item.withdrawalExemption].effect;
  if (effect === 'always') return 0;
  if (effect === 'once_fulfilled') return item.quantity - (quantitiesIn(fulfillments).get(item.id) ?? 0);
  return kept;
};

const exemptionOf = (order: WithdrawableOrder, item: WithdrawableItem): ExemptItem[] => {
  if (order.state.status === 'cancelled') return [];
  const { id: itemId, withdrawalExemption: reason, quantity, returnedQuantity } = item;
  const isExempt = reason !== null && withdrawableQuantity(order, item) < quantity - returnedQuantity;
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

/** What the consumer of an order may withdraw from, of the order as the API shows it. */
export type FindOrderWithdrawal = (
  view: OrderView,
  terms: Order['withdrawalTerms'],
) => Promise<OrderWithdrawalView | null>;

export const makeFindOrderWithdrawal =
  ({ calendar, shop }: Pick<WithdrawalDeps, 'calendar'> & Readonly<{ shop: ShopQueries }>): FindOrderWithdrawal =>
  async (view, terms) => {
    const { timeZone } = await shop.get();
    const found = await orderWithdrawal({ calendar, timeZone }, withdrawableOf(view, terms));
    return found && orderWithdrawalView(found);
  };
