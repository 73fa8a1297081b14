import { type FulfilledItem, itemsToFulfill } from '#core/orders/fulfillment.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { fulfillmentChange } from '#core/orders/use-cases/fulfill-order.ts';
import { Actor } from '#core/shared/actor.ts';
import { simulateAfterDelivery } from './after-delivery.ts';
import { cancelPaid, endUnpaid } from './end-orders.ts';
import { later, type OrderSimulation, workTime } from './order-simulation.ts';
import { captureOrder, payOrder } from './pay-orders.ts';
import type { Random } from './random.ts';
import { refundOrder } from './refunds.ts';

/** How many orders are sent in two parts, of those with several items. */
const SPLIT = 0.06;

/** How many paid orders are cancelled before they are sent. */
const CANCELLED = 0.018;

/** Of how many orders with several items one is sold out after all, and refunded before the others are sent. */
const SOLD_OUT = 0.008;

/** Simulates a placed order until the end of the past: its payment, and its cancellation or its delivery. */
export const simulateOrder = (simulation: OrderSimulation): void => {
  const { record, isAtCounter, random } = simulation;
  const stoppedAt = payOrder(simulation);
  if (stoppedAt === undefined) return;
  const { payment } = record.order.state;
  if (payment !== 'paid' && payment !== 'authorized') endUnpaid(simulation, stoppedAt);
  else if (isAtCounter) handOver(simulation, stoppedAt);
  else if (random.chance(CANCELLED)) cancelPaid(simulation, stoppedAt);
  else sendOrder(simulation);
};

/** Goods are handed over at the counter, right after their payment. */
const handOver = (simulation: OrderSimulation, paidAt: Date): void => {
  const at = later(paidAt, 30_000);
  if (at >= simulation.until) return;
  fulfill(simulation, { at, items: undefined, isShipped: false });
  simulateAfterDelivery(simulation, simulation.today);
};

const sendOrder = (simulation: OrderSimulation): void => {
  const { record, random, today } = simulation;
  const work = workTime(simulation, today + random.weighted(DAYS_TO_SEND));
  if (work === undefined) return;
  captureOrder(simulation, work.at);
  if (record.order.items.length > 1 && random.chance(SOLD_OUT)) refundSoldOut(simulation, later(work.at, 60_000));
  const [first, ...others] = itemsToFulfill(record.order, undefined);
  const isSplit = first !== undefined && others.length > 0 && random.chance(SPLIT);
  fulfill(simulation, { at: later(work.at, 120_000), items: isSplit ? [first] : undefined, isShipped: true });
  const last = isSplit ? workTime(simulation, work.day + random.integer(2, 5)) : work;
  if (last === undefined) return;
  if (isSplit) fulfill(simulation, { at: last.at, items: undefined, isShipped: true });
  simulateAfterDelivery(simulation, last.day);
};

const refundSoldOut = (simulation: OrderSimulation, at: Date): void => {
  const [item] = itemsToFulfill(simulation.record.order, undefined);
  if (item === undefined) return;
  const amount = OrderChanges.costOf(simulation.record.order, [item]);
  const refunded = { items: [item], isRestocked: false };
  if (amount.minor > 0n) refundOrder(simulation, { amount, reason: 'Sold out', refunded, at });
};

const DAYS_TO_SEND = [
  [62, 1],
  [28, 2],
  [10, 3],
] as const;

type Sending = Readonly<{ at: Date; items: readonly FulfilledItem[] | undefined; isShipped: boolean }>;

const fulfill = ({ record, random }: OrderSimulation, { at, items, isShipped }: Sending): void => {
  const before = record.order;
  const tracking = isShipped ? trackingOf(random) : { trackingNumber: null, carrier: null };
  const sent = itemsToFulfill(before, items);
  const fulfillment = { id: record.ids.next('ful'), items: sent, ...tracking, createdAt: at };
  record.change(Actor.system, fulfillmentChange(before, fulfillment));
};

const trackingOf = (random: Random) => {
  const carrier = random.pick(['DHL', 'UPS', 'DPD']);
  const digits = String(random.integer(0, 999_999_999)).padStart(9, '0');
  return { trackingNumber: `${carrier}${random.integer(100, 999)}${digits}`, carrier };
};
