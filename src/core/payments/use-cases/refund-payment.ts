import { Scope } from '#core/access/scope.ts';
import type { RefundedItems } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { isSettled } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { requireNoItemRefund } from '#core/orders/steps/require-no-open-payment.ts';
import { requireRefundable } from '#core/returns/returnable-items.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { type FieldError, invalid, invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Payable } from '../payable.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { requestedAmount } from '../payment-amounts.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';

type Command = Readonly<{
  id: PaymentId;
  /** In major units; if omitted, what the items cost, or without items the full refundable amount. */
  amount?: number | undefined;
  refunded?: RefundedItems | null;
  reason: string | null;
  idempotency: IdempotentRequest | null;
}>;

/** Refunds a payment or a part of it. The items of a refund are cancelled or returned once it has succeeded. */
export type RefundPayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation, PaymentsTx>>;

export const makeRefundPayment =
  ({ execute, clock, systemClock, ids }: Clocks & { execute: ExecuteOperation; ids: IdGenerator }): RefundPayment =>
  async (actor, { id, amount: major, refunded = null, reason, idempotency }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return execute({
      actor,
      idempotency,
      begin: async (tx): Promise<FinishedOperation> => {
        const before = await tx.payments.get(id);
        const payable = await Payable.get(tx, before.payableId);
        const given = major === undefined ? undefined : requestedAmount(major, before.amount);
        const amount = refunded === null ? given : await amountOfItems(tx, { before, payable, refunded, given });
        const operation = { kind: 'refund', amount, refunded, reason, idempotency } as const;
        const begun = await beginOperation(tx, { actor, clock, systemClock, ids }, { before, requested: operation });
        if (!before.isOverpayment && payable.kind === 'order') Order.require(payable.order, 'refund');
        return begun;
      },
    });
  };

type ItemRefund = Readonly<{ before: Payment; payable: Payable; refunded: RefundedItems; given: Money | undefined }>;

/** The amount of a refund of items. @throws DomainError `unknown_reference`, `validation_failed`, `invalid_state`. */
const amountOfItems = async (
  tx: PaymentsTx,
  { before, payable, refunded: { items }, given }: ItemRefund,
): Promise<Money> => {
  if (payable.kind === 'invoice') throw invalid([itemsError('any.unknown', 'must be omitted for an invoice')]);
  const { order } = payable;
  if (before.isOverpayment)
    throw invalidState('The payment is an overpayment, which is refunded without items.', before.status);
  Order.require(order, 'refund');
  if (!isSettled(order))
    throw invalidState('The order is not paid in full. Cancel its items instead.', order.state.payment);
  if (order.refundDue.minor > 0n)
    throw invalidState(`A refund of ${order.refundDue.toDecimal()} is due first. Try again after it.`, 'processing');
  await requireNoItemRefund(tx, order);
  requireRefundable(order, await tx.returns.listOpen(order.id), items);
  const cost = OrderChanges.costOf(order, items);
  if (given !== undefined) return given;
  const refundable = Payment.refundable(before);
  if (cost.minor === 0n)
    throw invalid([itemsError('any.invalid', 'must have cost something: there is nothing to refund')]);
  if (cost.compare(refundable) <= 0) return cost;
  const message = `cost ${cost.toDecimal()}, and only ${refundable.toDecimal()} is left of the payment: send an amount, too`;
  throw invalid([itemsError('number.max', message)]);
};

const itemsError = (code: string, message: string): FieldError => ({ path: ['items'], code, message });
