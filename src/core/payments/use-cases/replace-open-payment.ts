import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Payment, type PaymentId } from '../payment.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { ReconcilePayment } from './reconcile-payments.ts';
import type { RecordOutcome } from './record-outcome.ts';

/** What voiding or refunding a payment needs. */
export type ReverseDeps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<PaymentsTx>;
    ask: GatewayClient;
    recordOutcome: RecordOutcome;
    reconcilePayment: ReconcilePayment;
    ids: IdGenerator;
  }>;

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
