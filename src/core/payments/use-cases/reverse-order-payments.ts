import type { OrderId } from '#core/orders/order.ts';
import type { OrderPayments } from '#core/orders/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { declinedError, outcomePending } from '../payment-errors.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';
import type { ReverseDeps } from './replace-open-payment.ts';

/**
 * Requests what is due of an order's refund from the gateways of its payments, the newest payment first. Idempotent: what
 * is requested already is not requested again.
 * @throws DomainError if a gateway declined.
 */
const makeRequestDueRefund =
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

/** Enough for a void, then a refund of earlier captures, with concurrent attempts. */
const MAX_STEPS = 5;

/** Refunds and voids the gateway payments of orders. */
export const makeOrderPayments = (deps: ReverseDeps): OrderPayments => {
  const { unitOfWork, ask, recordOutcome, reconcilePayment } = deps;

  const execute = async ({ payment, operation }: FinishedOperation, actor: Actor): Promise<void> => {
    const outcome = await ask.execute(payment, operation);
    await unitOfWork.run(recordOutcome(actor, { payment, operation, outcome }));
    const declined = declinedError(outcome, payment);
    if (declined !== undefined) throw declined;
  };

  /** After a decline the operation may already have been done, by the payer or at the gateway. */
  const requireChanged = async (before: Payment, error: unknown): Promise<void> => {
    const isDeclined = error instanceof DomainError && error.kind === 'declined';
    const reconciled = isDeclined ? await reconcilePayment(before.id) : undefined;
    if (reconciled === undefined || isUnchanged(before, reconciled.payment)) throw error;
  };

  const reverse = async (id: PaymentId, actor: Actor): Promise<void> => {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const next = await unitOfWork.run((tx) => nextStep(tx, { ...deps, actor }, id));
      if (next === 'reversed') return;
      if (next !== 'pending') {
        await execute(next, actor).catch((error: unknown) => requireChanged(next.payment, error));
        continue;
      }
      const reconciled = await reconcilePayment(id);
      if (reconciled !== undefined && hasUnknownOutcome(reconciled.payment)) throw outcomePending();
    }
    throw outcomePending();
  };

  return {
    async reverse(orderId, actor) {
      const paymentIds = await unitOfWork.run(async (tx) => {
        const order = await tx.orders.find(orderId);
        return order?.cancellingSince ? tx.payments.listReversible(orderId) : [];
      });
      for (const id of paymentIds) await reverse(id, actor);
    },
    requestDueRefund: makeRequestDueRefund(deps),
  };
};

const isUnchanged = (before: Payment, after: Payment): boolean =>
  before.status === after.status &&
  before.captured.compare(after.captured) === 0 &&
  before.refunded.compare(after.refunded) === 0;

/** Whether an operation has an unknown outcome; a payment that requires action can still be voided. */
const hasUnknownOutcome = (payment: Payment): boolean =>
  Payment.isPending(payment) && (payment.status !== 'requires_action' || payment.isVoiding);

/** Starts the next void or refund, unless another operation is pending or the payment is reversed. */
const nextStep = async (
  tx: PaymentsTx,
  deps: Pick<ReverseDeps, 'clock' | 'systemClock' | 'ids'> & Readonly<{ actor: Actor }>,
  id: PaymentId,
): Promise<FinishedOperation | 'pending' | 'reversed'> => {
  const before = await tx.payments.get(id);
  if (hasUnknownOutcome(before)) return 'pending';
  const isVoidable = Payment.isOpen(before) || Payment.authorized(before).minor > 0n;
  if (!isVoidable && Payment.refundable(before).minor === 0n) return 'reversed';
  return beginOperation(tx, deps, { before, requested: { kind: isVoidable ? 'void' : 'refund', idempotency: null } });
};
