import { Order } from '#core/orders/order.ts';
import { Actor } from '#core/shared/actor.ts';
import { later, type OrderSimulation } from './order-simulation.ts';
import { refundOrder, voidOrder } from './refunds.ts';

const REASONS = ['Ordered by mistake', 'Found it elsewhere', 'Delivery takes too long', null] as const;

/** How many of the orders that nobody pays are cancelled by their buyers; the others expire. */
const CANCELLED = 0.25;

/** Ends an order whose buyer stopped trying to pay. */
export const endUnpaid = (simulation: OrderSimulation, stoppedAt: Date): void => {
  const { record, buyer, random, until } = simulation;
  const before = record.order;
  if (before.expiresAt === null) return;
  if (random.chance(CANCELLED)) {
    const left = before.expiresAt.getTime() - stoppedAt.getTime();
    const at = later(stoppedAt, left * random.between(0.1, 0.8));
    const reason = random.pick(REASONS);
    if (at >= until) return;
    record.change(buyer, { before, after: Order.cancel(before, reason, at), what: 'cancelled', details: { reason } });
    return;
  }
  const at = later(before.expiresAt, random.between(100, 1_000));
  if (at >= until) return;
  record.change(Actor.system, { before, after: Order.expire(before, at), what: 'expired', details: {} });
};

const MINUTE_MS = 60_000;

/** Cancels a paid or authorized order: its payment is refunded or voided first. */
export const cancelPaid = (simulation: OrderSimulation, paidAt: Date): void => {
  const { record, random, until } = simulation;
  const at = later(paidAt, random.between(10, 900) * MINUTE_MS);
  // the cancellation takes some seconds
  if (at.getTime() + MINUTE_MS >= until.getTime()) return;
  const reason = random.pick(REASONS);
  const details = { reason };
  const before = record.order;
  const cancelling = Order.beginCancelling(before, reason, { business: at, system: at });
  record.change(Actor.system, { before, after: cancelling, what: 'cancelling', details });
  if (before.state.payment === 'authorized') voidOrder(simulation, later(at, 100));
  else refundOrder(simulation, { reason: null, at: later(at, 100) });
  const reversed = record.order;
  const after = Order.cancel(reversed, reason, later(reversed.updatedAt, 50));
  record.change(Actor.system, { before: reversed, after, what: 'cancelled', details });
};
