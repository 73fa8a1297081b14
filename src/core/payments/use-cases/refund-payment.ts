import { Scope } from '#core/access/scope.ts';
import { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/unit-of-work.ts';
import { askedAmount } from '../asked-amount.ts';
import type { PaymentId } from '../payment.ts';
import type { NamedRequest } from '../payment-operation.ts';
import { beginOperation } from './begin-operation.ts';
import type { Operate } from './operate.ts';
import type { Operated } from './record-outcome.ts';

type Command = Readonly<{
  id: PaymentId;
  /** In major units; all that was not given back, if left out. */
  amount?: number | undefined;
  reason: string | null;
  request: NamedRequest | null;
}>;

/** Gives back what was paid, or a part of it. */
export type RefundPayment = (actor: Actor, command: Command) => Promise<Work<Operated>>;

export const makeRefundPayment =
  ({ operate, clock, ids }: { operate: Operate; clock: Clock; ids: IdGenerator }): RefundPayment =>
  async (actor, { id, amount: major, reason, request }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return operate({
      actor,
      request,
      begin: async (tx): Promise<Operated> => {
        const before = await tx.payments.get(id);
        const amount = major === undefined ? undefined : askedAmount(major, before.amount);
        const given = { kind: 'refund', amount, reason, request } as const;
        const begun = await beginOperation(tx, { actor, clock, ids }, { before, given });
        if (!before.isSurplus) Order.require(await tx.orders.get(before.orderId), 'refund');
        return begun;
      },
    });
  };
