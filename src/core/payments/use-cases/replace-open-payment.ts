import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { beginOperation } from './begin-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { ReconcilePayment } from './reconcile-payment.ts';
import type { RecordOutcome } from './record-outcome.ts';

/**
 * Voids a payment that waits for its payer, so that another one can take its place. If the gateway does not void it,
 * because the payer has just acted, its state is recorded instead.
 */
export type ReplaceOpenPayment = (actor: Actor, id: PaymentId) => Promise<void>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  ask: GatewayClient;
  recordOutcome: RecordOutcome;
  reconcilePayment: ReconcilePayment;
  clock: Clock;
  ids: IdGenerator;
}>;

export const makeReplaceOpenPayment =
  ({ unitOfWork, ask, recordOutcome, reconcilePayment, clock, ids }: Deps): ReplaceOpenPayment =>
  async (actor, id) => {
    const started = await unitOfWork.run(async (tx) => {
      const before = await tx.payments.get(id);
      if (!Payment.isReplaceable(before)) return undefined;
      return beginOperation(tx, { actor, clock, ids }, { before, requested: { kind: 'void', idempotency: null } });
    });
    if (started === undefined) return;
    const outcome = await ask.execute(started.payment, started.operation);
    await unitOfWork.run(recordOutcome(actor, { ...started, outcome }));
    if (outcome.kind !== 'voided') await reconcilePayment(id);
  };
