import { Scope } from '#core/access/scope.ts';
import { requireWithin } from '#core/orders/order-amounts.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
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
  /** In major units; the full authorized amount if omitted. */
  amount?: number | undefined;
  idempotency: IdempotentRequest | null;
}>;

/** Captures the authorized amount or a part of it. */
export type CapturePayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation, PaymentsTx>>;

export const makeCapturePayment =
  ({ execute, clock, systemClock, ids }: Clocks & { execute: ExecuteOperation; ids: IdGenerator }): CapturePayment =>
  async (actor, { id, amount: major, idempotency }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return execute({
      actor,
      idempotency,
      begin: async (tx) => {
        const before = await tx.payments.get(id);
        const payable = await Payable.get(tx, before.payableId);
        const amount = capturedAmount(payable, before, major);
        const begun = await beginOperation(
          tx,
          { actor, clock, systemClock, ids },
          { before, requested: { kind: 'capture', amount, idempotency } },
        );
        Payable.require(payable);
        return begun;
      },
    });
  };

/** The requested amount, or all that can be captured of what is due: the order may cost less than was authorized. */
const capturedAmount = (payable: Payable, payment: Payment, major: number | undefined): Money | undefined => {
  const requested = major === undefined ? undefined : requestedAmount(major, payment.amount);
  if (!Payable.allows(payable)) return requested;
  const due = Payable.outstanding(payable);
  if (requested !== undefined) requireWithin(requested, payment.amount.min(due));
  return requested ?? Payment.capturable(payment).min(due);
};
