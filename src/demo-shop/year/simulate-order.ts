import { itemsToFulfill } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { fulfillmentChange } from '#core/orders/use-cases/fulfill-order.ts';
import { Return } from '#core/returns/return.ts';
import { receivedReturn } from '#core/returns/use-cases/receive-return.ts';
import { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { DAY_MS, type Day, later, timeOn } from './calendar.ts';
import type { ChargeResult, PastOrder } from './past-order.ts';
import type { Random } from './random.ts';

/** An order whose course is simulated, with what the course depends on. */
export type Story = Readonly<{
  past: PastOrder;
  isAtCounter: boolean;
  random: Random;
  ids: IdGenerator;
  /** The index of the day of the order. */
  today: number;
  days: readonly Day[];
  /** The end of the past: nothing happens at it or later. */
  until: Date;
  /** The payment deadline in milliseconds. */
  expiresAfter: number;
}>;

type Weighted<T> = readonly [weight: number, value: T];

const MINUTE_MS = 60_000;

/** How many attempts to pay are declined, and whether the last one succeeds. */
const PAYING: readonly Weighted<readonly [declines: number, succeeds: boolean]>[] = [
  [904, [0, true]],
  [38, [1, true]],
  [8, [2, true]],
  [14, [1, false]],
  [6, [2, false]],
  [30, [0, false]],
];

const DECLINES: readonly Weighted<ChargeResult>[] = [
  [42, { code: 'insufficient_funds', message: 'The card has insufficient funds.' }],
  [33, { code: 'generic_decline', message: 'The card was declined.' }],
  [15, { code: 'authentication_failed', message: 'The payer did not approve the payment.' }],
  [10, { code: 'expired_card', message: 'The card has expired.' }],
];

const DAYS_TO_SEND = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3];

/** What happens to an order after it was sent. */
const AFTERWARDS = [
  [895, 'kept'],
  [72, 'returned'],
  [18, 'reduced'],
  [10, 'item refunded'],
  [3, 'lost'],
  [2, 'disputed'],
] as const;

const CANCEL_REASONS = ['Ordered by mistake', 'Found it elsewhere', 'Delivery takes too long', null] as const;

const RETURN_REASONS = ['Too small', 'Too large', 'Not as described', 'Damaged', 'Changed my mind', null] as const;

/** How many do so, of one. */
const SHARES = {
  payLater: 0.06,
  cancelUnpaid: 0.25,
  cancelPaid: 0.018,
  isSplit: 0.06,
  returnsAll: 0.25,
  isReturnRejected: 0.06,
  isDisputeWon: 0.4,
};

/** Simulates a placed order until the end of the past: its payment, and its cancellation or its delivery. */
export const simulateOrder = (story: Story): void => {
  const stoppedAt = pay(story);
  if (stoppedAt === undefined) return;
  const { payment } = story.past.order.state;
  if (payment !== 'paid' && payment !== 'authorized') endUnpaid(story, stoppedAt);
  else if (story.isAtCounter) send(story, later(stoppedAt, 30_000), story.today);
  else if (payment === 'paid' && story.random.chance(SHARES.cancelPaid)) cancelPaid(story, stoppedAt);
  else sendAtWork(story);
};

/** @returns when the buyer stopped trying; undefined if the past ended before. */
const pay = ({ past, isAtCounter, random, expiresAfter, until }: Story): Date | undefined => {
  let at = past.order.createdAt;
  if (past.order.state.payment === 'paid') return at;
  const [declines, succeeds] = isAtCounter ? ([0, true] as const) : random.weighted(PAYING);
  // a short deadline makes people hurry
  const hurry = Math.min(1, expiresAfter / (30 * MINUTE_MS));
  for (let attempt = 0; attempt < declines + Number(succeeds); attempt += 1) {
    const begunAt = later(at, random.between(20_000, 200_000) * hurry);
    at = later(begunAt, random.between(300, 2_500) * hurry);
    if (at >= until) return undefined;
    if (isAtCounter) {
      const token = random.pick(['cash', 'cash', 'bank_transfer']);
      past.charge({ gateway: 'manual', token, result: 'captured', at: begunAt, answeredAt: at });
    } else {
      const accepted = random.chance(SHARES.payLater) ? 'authorized' : 'captured';
      const result = attempt < declines ? random.weighted(DECLINES) : accepted;
      past.charge({ gateway: 'sandbox', token: tokenOf(result), result, at: begunAt, answeredAt: at });
    }
  }
  return at;
};

const tokenOf = (result: ChargeResult): string => {
  if (typeof result === 'string') return 'tok_success';
  return result.code === 'insufficient_funds' ? 'tok_insufficient_funds' : 'tok_declined';
};

/** An order that nobody pays is cancelled by its buyer, or expires. */
const endUnpaid = ({ past, random, until }: Story, stoppedAt: Date): void => {
  const before = past.order;
  if (before.expiresAt === null) return;
  if (random.chance(SHARES.cancelUnpaid)) {
    const at = later(stoppedAt, (before.expiresAt.getTime() - stoppedAt.getTime()) * random.between(0.1, 0.8));
    const reason = random.pick(CANCEL_REASONS);
    const change = { before, after: Order.cancel(before, reason, at), what: 'cancelled', details: { reason } } as const;
    if (at < until) past.change(past.buyer, change);
    return;
  }
  const at = later(before.expiresAt, random.between(100, 1_000));
  if (at < until) past.change(Actor.system, { before, after: Order.expire(before, at), what: 'expired', details: {} });
};

/** The payment is refunded first. */
const cancelPaid = ({ past, random, until }: Story, paidAt: Date): void => {
  const at = later(paidAt, random.between(10, 900) * MINUTE_MS);
  if (later(at, MINUTE_MS) >= until) return;
  const reason = random.pick(CANCEL_REASONS);
  const before = past.order;
  const cancelling = Order.beginCancelling(before, reason, { business: at, system: at });
  past.change(Actor.system, { before, after: cancelling, what: 'cancelling', details: { reason } });
  past.refund({ reason: null, at: later(at, 100) });
  const refunded = past.order;
  const after = Order.cancel(refunded, reason, later(refunded.updatedAt, 50));
  past.change(Actor.system, { before: refunded, after, what: 'cancelled', details: { reason } });
};

/** A time of work on a day or after its weekend; undefined if it is not in the past. */
const workTime = ({ days, random }: Story, day: number): Readonly<{ at: Date; day: number }> | undefined => {
  const moved = day + ({ 6: 2, 0: 1 }[days[day]?.weekday ?? 1] ?? 0);
  const offset = random.between(8, 18) * (DAY_MS / 24);
  const found = days[moved];
  return found && { at: later(found.start, offset), day: moved };
};

const sendAtWork = (story: Story): void => {
  const { past, random, today } = story;
  const work = workTime(story, today + random.pick(DAYS_TO_SEND));
  if (work === undefined) return;
  past.capture(work.at);
  const at = later(work.at, 2 * MINUTE_MS);
  const isSplit = past.order.items.length > 1 && random.chance(SHARES.isSplit);
  if (isSplit) fulfill(story, at, 1);
  const last = isSplit ? workTime(story, work.day + random.integer(2, 5)) : { ...work, at };
  if (last !== undefined) send(story, last.at, last.day);
};

/** Sends what is left of an order, or hands it over at the counter; what follows depends on its buyer. */
const send = (story: Story, at: Date, day: number): void => {
  if (at >= story.until) return;
  fulfill(story, at);
  afterDelivery(story, day + story.random.integer(3, 21));
};

const fulfill = ({ past, isAtCounter, random, ids }: Story, createdAt: Date, lines?: number): void => {
  const carrier = isAtCounter ? null : random.pick(['DHL', 'UPS', 'DPD']);
  const trackingNumber = carrier && `${carrier}${random.integer(100_000_000_000, 999_999_999_999)}`;
  const items = itemsToFulfill(past.order, undefined).slice(0, lines);
  const deliveredAt = isAtCounter ? createdAt : null;
  const fulfillment = { id: ids.next('ful'), items, carrier, trackingNumber, deliveredAt, createdAt };
  past.change(Actor.system, fulfillmentChange(past.order, fulfillment));
};

/** A return, a refund, a dispute or nothing. */
const afterDelivery = (story: Story, day: number): void => {
  const { past, random, until } = story;
  const afterwards = random.weighted(AFTERWARDS);
  const complaint = story.days[day];
  const at = complaint && timeOn(complaint, random.next());
  if (at === undefined || later(at, 5_000) >= until) return;
  const isPaid = past.payment?.status === 'succeeded';
  if (afterwards === 'returned') sendBack(story, at, day);
  if (afterwards === 'reduced' && isPaid) past.refund({ amount: partOf(story), reason: 'Arrived late', at });
  if (afterwards === 'item refunded' && isPaid) refundItem(story, at);
  if (afterwards === 'lost' && isPaid) past.refund({ reason: 'Lost by the carrier', at });
  if (afterwards !== 'disputed' || past.payment?.gateway !== 'sandbox') return;
  past.dispute('opened', at);
  const closedAt = later(at, random.between(5, 30) * DAY_MS);
  if (closedAt < until) past.dispute(random.chance(SHARES.isDisputeWon) ? 'won' : 'lost', closedAt);
};

/** A tenth to three tenths of what an order cost, at least one minor unit. */
const partOf = ({ past, random }: Story): Money => {
  const { minor, currency } = Order.total(past.order);
  return Money.ofMinor((minor * BigInt(random.integer(10, 30))) / 100n || 1n, currency);
};

/** Refunds a broken piece, which the buyer does not send back. */
const refundItem = ({ past, random }: Story, at: Date): void => {
  const items = [{ itemId: random.pick(past.order.items).id, quantity: 1 }];
  const refunded = { items, isRestocked: false, shipping: null };
  const amount = OrderChanges.costOf(past.order, refunded);
  if (amount.minor > 0n) past.refund({ amount, reason: 'Broken on arrival', refunded, at });
};

/** The buyer sends items back, which are refunded when they are received. */
const sendBack = (story: Story, requestedAt: Date, day: number): void => {
  const { past, random, ids } = story;
  const { id: orderId, userId, currency, items } = past.order;
  const one = random.pick(items);
  const sent = random.chance(SHARES.returnsAll) ? items : [{ ...one, quantity: random.integer(1, one.quantity) }];
  const reason = random.pick(RETURN_REASONS);
  const returnedItems = sent.map(({ id: itemId, quantity }) => ({
    itemId,
    quantity,
    receivedQuantity: 0,
    reason,
    isRestocked: null,
    refund: null,
  }));
  const request = { id: ids.next('ret'), orderId, userId, currency, items: returnedItems, reason: null };
  const requested = Return.request(request, requestedAt);
  past.note(requested);
  const decided = workTime(story, day + 1);
  if (decided === undefined) return;
  const isRejected = random.chance(SHARES.isReturnRejected);
  const approved = Return.take(requested, isRejected ? 'reject' : 'approve', decided.at);
  past.note(approved);
  const received = workTime(story, decided.day + random.integer(4, 9));
  if (isRejected || received === undefined) return;
  const { at } = received;
  const { received: after, change } = receivedReturn(past.order, approved, { decisions: [], at });
  past.returned = after;
  past.change(Actor.system, change);
  const { refundDue } = past.order;
  if (refundDue.minor > 0n) past.refund({ amount: refundDue, reason: null, at: later(at, 1_500) });
};
