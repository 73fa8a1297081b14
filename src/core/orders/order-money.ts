import { Money } from '#core/shared/money.ts';
import type { Order } from './order.ts';
import {
  amountHeld,
  isSettled,
  outstanding,
  owedOf,
  requireCountable,
  requireWithin,
  settledStatus,
  unsettledStatus,
} from './order-amounts.ts';
import { advance, allows, completed, deadlineOf, next, type Timing } from './order-lifecycle.ts';

/** What payments and refunds do to an order. */
export const OrderMoney = {
  /** The full amount is authorized. */
  authorize: (order: Order, at: Date): Order => {
    const authorized = next(order, 'authorize', at);
    return { ...authorized, state: advance(order, { payment: 'authorized' }), expiresAt: null };
  },

  /** The authorization ended; the payment deadline starts again. */
  void: (order: Order, timing: Timing): Order => unsettled(next(order, 'void', timing.at), timing),

  /**
   * Records a payment. A partial payment starts the deadline again, unless the rest is authorized.
   * @throws DomainError `invalid_state`, `validation_failed` above the amount due or the maximum.
   */
  pay: (order: Order, amount: Money, timing: Timing): Order => {
    const paid = { ...next(order, 'pay', timing.at), amountPaid: order.amountPaid.add(amount) };
    requireWithin(amount, outstanding(order));
    requireCountable(paid.amountPaid);
    if (amountHeld(paid).compare(owedOf(order)) === 0) {
      return { ...paid, state: completed(advance(order, { payment: 'paid' })), expiresAt: null };
    }
    return order.state.payment === 'authorized' ? paid : unsettled(paid, timing);
  },

  /**
   * Records a refund; after the refund of a partial payment the deadline starts again.
   * @throws DomainError `invalid_state`, `validation_failed` above the paid amount.
   */
  refund: (order: Order, amount: Money, timing: Timing): Order => {
    const amountRefunded = order.amountRefunded.add(amount);
    const refunded = { ...next(order, 'refund', timing.at), amountRefunded, ...withoutRefundDue(order, amount) };
    requireWithin(amount, amountHeld(order));
    // the authorization of the rest does not cover the refunded part
    if (!isSettled(order)) return unsettled(refunded, timing);
    return { ...refunded, state: advance(order, { payment: settledStatus(refunded) }) };
  },

  /**
   * Takes back a refund that failed after it was recorded. The order may then hold more than its total, since it may have
   * been paid again.
   */
  reverseRefund: (order: Order, amount: Money, timing: Timing): Order => {
    requireWithin(amount, order.amountRefunded);
    const reversed = {
      ...next(order, 'reverse_refund', timing.at),
      amountRefunded: order.amountRefunded.subtract(amount),
    };
    const isPaid = amountHeld(reversed).compare(owedOf(order)) >= 0;
    if (isSettled(order) || isPaid) {
      const payment = isSettled(order) ? settledStatus(reversed) : 'paid';
      return { ...reversed, state: completed(advance(order, { payment })), expiresAt: null };
    }
    return order.state.payment === 'authorized' ? reversed : unsettled(reversed, timing);
  },
};

/** A changed order that is not paid in full: its payment deadline starts again. */
const unsettled = (changed: Order, timing: Timing): Order => {
  const order = { ...changed, state: advance(changed, { payment: unsettledStatus(changed) }) };
  return { ...order, expiresAt: allows(order, 'expire') ? deadlineOf(order, timing) : null };
};

/** A refund settles what is due first. */
const withoutRefundDue = (
  { refundDue, refundDueAt }: Order,
  amount: Money,
): Pick<Order, 'refundDue' | 'refundDueAt'> => {
  const left = refundDue.compare(amount) > 0 ? refundDue.subtract(amount) : Money.ofMinor(0n, amount.currency);
  return { refundDue: left, refundDueAt: left.minor > 0n ? refundDueAt : null };
};
