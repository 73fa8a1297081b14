import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { Return } from '#core/returns/return.ts';
import { receivedReturn } from '#core/returns/use-cases/receive-return.ts';
import { Actor } from '#core/shared/actor.ts';
import { Money } from '#core/shared/money.ts';
import { timeOn } from './calendar.ts';
import { type Life, later, workTime } from './life.ts';
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

/** What happens some days after the last items were sent. */
export const comeBack = (life: Life, sentOn: number): void => {
  const { random, story } = life;
  const afterwards = random.weighted(AFTERWARDS);
  const day = sentOn + random.integer(3, 21);
  const complaint = life.days[day];
  if (complaint === undefined) return;
  const at = timeOn(complaint, random.next());
  if (later(at, 5_000) >= life.until) return;
  const paid = story.payments.at(-1)?.payment;
  if (afterwards === 'returned') sendBack(life, { at, day });
  if (afterwards === 'reduced') refundOrder(life, { amount: partOf(life), reason: 'Arrived late', at });
  if (afterwards === 'item refunded') refundItem(life, at);
  if (afterwards === 'lost') refundOrder(life, { reason: 'Lost by the carrier', at });
  if (afterwards === 'disputed' && paid?.gateway === 'sandbox') disputeOrder(life, at);
};

/** A tenth to three tenths of what an order cost, at least one minor unit. */
const partOf = ({ story, random }: Life): Money => {
  const total = Order.total(story.order);
  const part = (total.minor * BigInt(random.integer(10, 30))) / 100n;
  return Money.ofMinor(part > 0n ? part : 1n, total.currency);
};

/** The items of which something is left: one that was sold out is cancelled. */
const keptItems = ({ items }: Order) => items.filter(({ quantity }) => quantity > 0);

/** Refunds a broken piece, which the buyer does not send back. */
const refundItem = (life: Life, at: Date): void => {
  const { story, random } = life;
  const items = [{ itemId: random.pick(keptItems(story.order)).id, quantity: 1 }];
  const amount = OrderChanges.costOf(story.order, items);
  if (amount.minor === 0n) return;
  refundOrder(life, { amount, reason: 'Broken on arrival', refunded: { items, isRestocked: false }, at });
};

const REASONS = ['Too small', 'Too large', 'Not as described', 'Damaged', 'Changed my mind', null] as const;

/** How many returns contain everything. */
const WHOLE = 0.25;

const REJECTED = 0.06;

/** The buyer sends items back, which are refunded when they are received. */
const sendBack = (life: Life, { at, day }: Readonly<{ at: Date; day: number }>): void => {
  const { story, random } = life;
  const { order, ids } = story;
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
  story.note(Actor.system, returned);
  const decided = workTime(life, day + 1);
  if (decided === undefined) return;
  const isRejected = random.chance(REJECTED);
  story.note(Actor.system, Return.take(returned, isRejected ? 'reject' : 'approve', decided.at));
  if (!isRejected) receive(life, decided.day + random.integer(4, 9));
};

const receive = (life: Life, day: number): void => {
  const { story } = life;
  const received = workTime(life, day);
  if (received === undefined || story.returned === undefined) return;
  const { at } = received;
  const { received: after, change } = receivedReturn(story.order, story.returned, { decisions: [], at });
  story.returned = after;
  story.change(Actor.system, change);
  const { refundDue } = story.order;
  if (refundDue.minor > 0n) refundOrder(life, { amount: refundDue, reason: null, at: later(at, 1_500) });
};
