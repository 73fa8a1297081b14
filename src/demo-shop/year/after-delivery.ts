import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { Return } from '#core/returns/return.ts';
import { receivedReturn } from '#core/returns/use-cases/receive-return.ts';
import { Actor } from '#core/shared/actor.ts';
import { Money } from '#core/shared/money.ts';
import { timeOn } from './calendar.ts';
import { later, type OrderSimulation, workTime } from './order-simulation.ts';
import { disputeOrder, refundOrder } from './refunds.ts';

/** What happens to an order after it was sent. */
const AFTERWARDS = [
  [895, 'kept'],
  [72, 'returned'],
  [18, 'reduced'],
  [10, 'item refunded'],
  [3, 'lost'],
  [2, 'disputed'],
] as const;

/** Simulates the days after the last items were sent: a return, a refund, a dispute or nothing. */
export const simulateAfterDelivery = (simulation: OrderSimulation, sentOn: number): void => {
  const { random, record } = simulation;
  const afterwards = random.weighted(AFTERWARDS);
  const day = sentOn + random.integer(3, 21);
  const complaint = simulation.days[day];
  if (complaint === undefined) return;
  const at = timeOn(complaint, random.next());
  if (later(at, 5_000) >= simulation.until) return;
  const paid = record.payments.at(-1)?.payment;
  if (afterwards === 'returned') sendBack(simulation, { at, day });
  if (afterwards === 'reduced') refundOrder(simulation, { amount: partOf(simulation), reason: 'Arrived late', at });
  if (afterwards === 'item refunded') refundItem(simulation, at);
  if (afterwards === 'lost') refundOrder(simulation, { reason: 'Lost by the carrier', at });
  if (afterwards === 'disputed' && paid?.gateway === 'sandbox') disputeOrder(simulation, at);
};

/** A tenth to three tenths of what an order cost, at least one minor unit. */
const partOf = ({ record, random }: OrderSimulation): Money => {
  const total = Order.total(record.order);
  const part = (total.minor * BigInt(random.integer(10, 30))) / 100n;
  return Money.ofMinor(part > 0n ? part : 1n, total.currency);
};

/** The items of which something is left: one that was sold out is cancelled. */
const keptItems = ({ items }: Order) => items.filter(({ quantity }) => quantity > 0);

/** Refunds a broken piece, which the buyer does not send back. */
const refundItem = (simulation: OrderSimulation, at: Date): void => {
  const { record, random } = simulation;
  const items = [{ itemId: random.pick(keptItems(record.order)).id, quantity: 1 }];
  const amount = OrderChanges.costOf(record.order, items);
  if (amount.minor === 0n) return;
  refundOrder(simulation, { amount, reason: 'Broken on arrival', refunded: { items, isRestocked: false }, at });
};

const REASONS = ['Too small', 'Too large', 'Not as described', 'Damaged', 'Changed my mind', null] as const;

/** How many returns contain everything. */
const WHOLE = 0.25;

const REJECTED = 0.06;

/** The buyer sends items back, which are refunded when they are received. */
const sendBack = (simulation: OrderSimulation, { at, day }: Readonly<{ at: Date; day: number }>): void => {
  const { record, random } = simulation;
  const { order, ids } = record;
  const kept = keptItems(order);
  const { id: itemId, quantity } = random.pick(kept);
  const reason = random.pick(REASONS);
  const items = random.chance(WHOLE)
    ? kept.map((item) => ({ itemId: item.id, quantity: item.quantity, reason }))
    : [{ itemId, quantity: random.integer(1, quantity), reason }];
  const requested = {
    id: ids.next('ret'),
    orderId: order.id,
    userId: order.userId,
    currency: order.currency,
    items: items.map((item) => ({ ...item, isRestocked: null, refund: null })),
    reason: null,
  };
  const returned = Return.request(requested, at);
  record.note(Actor.system, returned);
  const decided = workTime(simulation, day + 1);
  if (decided === undefined) return;
  const isRejected = random.chance(REJECTED);
  record.note(Actor.system, Return.take(returned, isRejected ? 'reject' : 'approve', decided.at));
  if (!isRejected) receive(simulation, decided.day + random.integer(4, 9));
};

const receive = (simulation: OrderSimulation, day: number): void => {
  const { record } = simulation;
  const received = workTime(simulation, day);
  if (received === undefined || record.returned === undefined) return;
  const { at } = received;
  const { received: after, change } = receivedReturn(record.order, record.returned, { decisions: [], at });
  record.returned = after;
  record.change(Actor.system, change);
  const { refundDue } = record.order;
  if (refundDue.minor > 0n) refundOrder(simulation, { amount: refundDue, reason: null, at: later(at, 1_500) });
};
