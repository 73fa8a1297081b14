import type { RefundedParts } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { isSettled, shippingTotal } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { requireNoItemRefund } from '#core/orders/steps/require-no-open-payment.ts';
import { requireRefundable } from '#core/returns/returnable-items.ts';
import { type FieldError, invalid, invalidState } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import type { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { requestedAmount } from '../payment-amounts.ts';
import type { PaymentsTx } from '../ports.ts';

/** What a refund is requested for. */
export type RefundRequest = Readonly<{
  /** In major units; if omitted, what the parts cost, or without parts the full refundable amount. */
  amount?: number | undefined;
  /** That the buyer does not keep. */
  items?: Omit<RefundedParts, 'shipping'> | undefined;
  /** True for all of it that is not refunded, or an amount of it with tax, in major units. */
  shipping?: true | number | undefined;
}>;

type RequestedRefund = Readonly<{
  /** The full refundable amount if undefined. */
  amount: Money | undefined;
  refunded: RefundedParts | null;
}>;

/**
 * The amount of a refund and what it is for. Payment and payable are locked.
 * @throws DomainError `unknown_reference`, `validation_failed`, `invalid_state`.
 */
export const requestedRefund = async (
  tx: PaymentsTx,
  { before, payable }: Readonly<{ before: Payment; payable: Payable }>,
  { amount: major, items, shipping }: RefundRequest,
): Promise<RequestedRefund> => {
  const given = major === undefined ? undefined : requestedAmount(major, before.amount);
  if (items === undefined && shipping === undefined) return { amount: given, refunded: null };
  const field = items === undefined ? 'shipping' : 'items';
  const order = await divisibleOrder(tx, { before, payable, field });
  const { items: quantities, isRestocked } = items ?? { items: [], isRestocked: false };
  if (items !== undefined) requireRefundable(order, await tx.returns.listOpen(order.id), quantities);
  const refunded = {
    ...{ items: quantities, isRestocked },
    shipping: shipping === undefined ? null : shippingPart(order, shipping),
  };
  return { amount: given ?? costOf(order, refunded, { field, refundable: Payment.refundable(before) }), refunded };
};

type Divided = Readonly<{ before: Payment; payable: Payable; field: string }>;

/** The order whose parts are refunded. */
const divisibleOrder = async (tx: PaymentsTx, { before, payable, field }: Divided): Promise<Order> => {
  if (payable.kind === 'invoice') throw invalid([fieldError(field, 'any.unknown', 'must be omitted for an invoice')]);
  const { order } = payable;
  if (before.isOverpayment)
    throw invalidState('The payment is an overpayment, which is refunded without items.', before.status);
  Order.require(order, 'refund');
  if (!isSettled(order))
    throw invalidState('The order is not paid in full. Cancel its items instead.', order.state.payment);
  if (order.refundDue.minor > 0n)
    throw invalidState(`A refund of ${order.refundDue.toDecimal()} is due first. Try again after it.`, 'processing');
  await requireNoItemRefund(tx, order);
  return order;
};

/** What is refunded of the shipping. */
const shippingPart = (order: Order, requested: true | number): Money => {
  const left = shippingTotal(order).subtract(order.shippingRefunded);
  const refuse = (error: Omit<FieldError, 'path'>) => invalid([{ path: ['shipping'], ...error }]);
  if (left.minor === 0n)
    throw refuse({ code: 'any.invalid', message: 'must be omitted: nothing is left of the shipping to refund' });
  if (requested === true) return left;
  const amount = Money.parse(requested, order.currency);
  if (!(amount instanceof Money)) throw refuse(describeMoneyError(amount, order.currency));
  if (amount.minor > 0n && amount.compare(left) <= 0) return amount;
  throw refuse({
    code: 'number.max',
    message: `must be more than 0 and at most ${left.toDecimal()}, what is left of it`,
  });
};

const costOf = (
  order: Order,
  refunded: RefundedParts,
  { field, refundable }: Readonly<{ field: string; refundable: Money }>,
): Money => {
  const cost = OrderChanges.costOf(order, refunded);
  if (cost.minor === 0n)
    throw invalid([fieldError(field, 'any.invalid', 'must have cost something: there is nothing to refund')]);
  if (cost.compare(refundable) <= 0) return cost;
  const message = `cost ${cost.toDecimal()}, and only ${refundable.toDecimal()} is left of the payment: send an amount, too`;
  throw invalid([fieldError(field, 'number.max', message)]);
};

const fieldError = (field: string, code: string, message: string): FieldError => ({ path: [field], code, message });
