import { Order } from '#core/orders/order.ts';
import { Actor } from '#core/shared/actor.ts';
import { type Life, later } from './life.ts';
import { refundOrder, voidOrder } from './refunds.ts';

const REASONS = ['Ordered by mistake', 'Found it elsewhere', 'Delivery takes too long', null] as const;

/** How many of the orders that nobody pays are cancelled by their buyers; the others expire. */
const CANCELLED = 0.25;

/** Ends an order whose buyer stopped trying to pay. */
export const endUnpaid = (life: Life, stoppedAt: Date): void => {
  const { story, buyer, random, until } = life;
  const before = story.order;
  if (before.expiresAt === null) return;
  if (random.chance(CANCELLED)) {
    const left = before.expiresAt.getTime() - stoppedAt.getTime();
    const at = later(stoppedAt, left * random.between(0.1, 0.8));
    const reason = random.pick(REASONS);
    if (at >= until) return;
    story.change(buyer, { before, after: Order.cancel(before, reason, at), what: 'cancelled', details: { reason } });
    return;
  }
  const at = later(before.expiresAt, random.between(100, 1_000));
  if (at >= until) return;
  story.change(Actor.system, { before, after: Order.expire(before, at), what: 'expired', details: {} });
};

const MINUTE_MS = 60_000;

/** Cancels a paid or authorized order: its payment is refunded or voided first. */
export const cancelPaid = (life: Life, paidAt: Date): void => {
  const { story, random, until } = life;
  const at = later(paidAt, random.between(10, 900) * MINUTE_MS);
  // the cancellation takes some seconds
  if (at.getTime() + MINUTE_MS >= until.getTime()) return;
  const reason = random.pick(REASONS);
  const details = { reason };
  const before = story.order;
  const cancelling = Order.beginCancelling(before, reason, { business: at, system: at });
  story.change(Actor.system, { before, after: cancelling, what: 'cancelling', details });
  if (before.state.payment === 'authorized') voidOrder(life, later(at, 100));
  else refundOrder(life, { reason: null, at: later(at, 100) });
  const reversed = story.order;
  const after = Order.cancel(reversed, reason, later(reversed.updatedAt, 50));
  story.change(Actor.system, { before: reversed, after, what: 'cancelled', details });
};
