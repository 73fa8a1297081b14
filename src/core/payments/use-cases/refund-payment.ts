import { Scope } from '#core/access/scope.ts';
import { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Payable } from '../payable.ts';
import type { PaymentId } from '../payment.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import { type RefundRequest, requestedRefund } from '../steps/requested-refund.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';

type Command = RefundRequest &
  Readonly<{
    id: PaymentId;
    reason: string | null;
    idempotency: IdempotentRequest | null;
  }>;

/** Refunds a payment or a part of it. Its items are cancelled or returned once it has succeeded. */
export type RefundPayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation, PaymentsTx>>;

export const makeRefundPayment =
  ({ execute, clock, systemClock, ids }: Clocks & { execute: ExecuteOperation; ids: IdGenerator }): RefundPayment =>
  async (actor, { id, reason, idempotency, ...requested }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return execute({
      actor,
      idempotency,
      begin: async (tx): Promise<FinishedOperation> => {
        const before = await tx.payments.get(id);
        const payable = await Payable.get(tx, before.payableId);
        const refund = await requestedRefund(tx, { before, payable }, requested);
        const operation = { kind: 'refund', ...refund, reason, idempotency } as const;
        const begun = await beginOperation(tx, { actor, clock, systemClock, ids }, { before, requested: operation });
        if (!before.isOverpayment && payable.kind === 'order') Order.require(payable.order, 'refund');
        return begun;
      },
    });
  };
