import type { Actor } from '#core/shared/actor.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { ReverseDeps } from '../steps/reverse-deps.ts';

/**
 * Voids a payment that waits for its payer, so that another one can take its place. If the gateway does not void it,
 * because the payer has just acted, its state is recorded instead.
 */
export type ReplaceOpenPayment = (actor: Actor, id: PaymentId) => Promise<void>;

export const makeReplaceOpenPayment =
  ({ unitOfWork, ask, recordOutcome, reconcilePayment, ids, ...clocks }: ReverseDeps): ReplaceOpenPayment =>
  async (actor, id) => {
    const started = await unitOfWork.run(async (tx) => {
      const before = await tx.payments.get(id);
      if (!Payment.isReplaceable(before)) return undefined;
      return beginOperation(
        tx,
        { actor, ids, clock: clocks.clock, systemClock: clocks.systemClock },
        { before, requested: { kind: 'void', idempotency: null } },
      );
    });
    if (started === undefined) return;
    const outcome = await ask.execute(started.payment, started.operation);
    await unitOfWork.run(recordOutcome(actor, { ...started, outcome }));
    if (outcome.kind !== 'voided') await reconcilePayment(id);
  };
