import type { OrderId } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Payment } from '../payment.ts';
import { declinedError } from '../payment-errors.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from './begin-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';
import type { ReverseDeps } from './reverse-deps.ts';

/**
 * Requests what is due of an order's refund from the gateways of its payments, the newest payment first. Idempotent: what
 * is requested already is not requested again.
 * @throws DomainError if a gateway declined.
 */
export const makeRequestDueRefund =
  (deps: Omit<ReverseDeps, 'reconcilePayment'>) =>
  async (orderId: OrderId, actor: Actor): Promise<void> => {
    const { unitOfWork, ask, recordOutcome } = deps;
    const begin = () => unitOfWork.run((tx) => beginRefund(tx, { ...deps, actor }, orderId));
    for (let begun = await begin(); begun !== undefined; begun = await begin()) {
      const { payment, operation } = begun;
      const outcome = await ask.execute(payment, operation);
      await unitOfWork.run(recordOutcome(actor, { payment, operation, outcome }));
      const declined = declinedError(outcome, payment);
      if (declined !== undefined) throw declined;
    }
  };

/** @returns undefined if nothing is left to request. */
const beginRefund = async (
  tx: PaymentsTx,
  deps: Pick<ReverseDeps, 'clock' | 'systemClock' | 'ids'> & Readonly<{ actor: Actor }>,
  orderId: OrderId,
): Promise<FinishedOperation | undefined> => {
  const found = await tx.orders.find(orderId);
  if (found === undefined || found.refundDue.minor === 0n) return undefined;
  for (const id of (await tx.payments.listReversible(orderId)).toReversed()) {
    const candidate = await tx.payments.find(id);
    if (candidate === undefined || candidate.isOverpayment) continue;
    // lock order: payment, then order
    const before = await tx.payments.get(id);
    const order = await tx.orders.get(orderId);
    const { refunding } = await tx.payments.paymentStateOf(order);
    const left = order.refundDue.subtract(refunding);
    if (left.minor <= 0n) return undefined;
    const refundable = Payment.refundable(before);
    if (refundable.minor <= 0n) continue;
    return beginOperation(tx, deps, {
      before,
      requested: { kind: 'refund', amount: left.min(refundable), idempotency: null },
    });
  }
  return undefined;
};
