import { Scope } from '#core/access/scope.ts';
import { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/storage.ts';
import type { PaymentId } from '../payment.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import { requestedAmount } from '../requested-amount.ts';
import { beginOperation } from './begin-operation.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';

type Command = Readonly<{
  id: PaymentId;
  /** In major units; the full refundable amount if omitted. */
  amount?: number | undefined;
  reason: string | null;
  idempotency: IdempotentRequest | null;
}>;

/** Refunds a payment or a part of it. */
export type RefundPayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation>>;

export const makeRefundPayment =
  ({ execute, clock, ids }: { execute: ExecuteOperation; clock: Clock; ids: IdGenerator }): RefundPayment =>
  async (actor, { id, amount: major, reason, idempotency }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return execute({
      actor,
      idempotency,
      begin: async (tx): Promise<FinishedOperation> => {
        const before = await tx.payments.get(id);
        const amount = major === undefined ? undefined : requestedAmount(major, before.amount);
        const operation = { kind: 'refund', amount, reason, idempotency } as const;
        const begun = await beginOperation(tx, { actor, clock, ids }, { before, requested: operation });
        if (!before.isOverpayment) Order.require(await tx.orders.get(before.orderId), 'refund');
        return begun;
      },
    });
  };
