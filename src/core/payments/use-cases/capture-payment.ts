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
  /** In major units; all that is held, if left out. */
  amount?: number | undefined;
  request: NamedRequest | null;
}>;

/** Takes what is held, or a part of it. */
export type CapturePayment = (actor: Actor, command: Command) => Promise<Work<Operated>>;

export const makeCapturePayment =
  ({ operate, clock, ids }: { operate: Operate; clock: Clock; ids: IdGenerator }): CapturePayment =>
  async (actor, { id, amount: major, request }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return operate({
      actor,
      request,
      begin: async (tx) => {
        const before = await tx.payments.get(id);
        const amount = major === undefined ? undefined : askedAmount(major, before.amount);
        const begun = await beginOperation(
          tx,
          { actor, clock, ids },
          { before, given: { kind: 'capture', amount, request } },
        );
        Order.requirePayable(await tx.orders.get(before.orderId));
        return begun;
      },
    });
  };
