import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { PaymentsTx } from '../ports.ts';
import type { GatewayClient } from '../use-cases/gateway-client.ts';
import type { ReconcilePayment } from '../use-cases/reconcile-payment.ts';
import type { RecordOutcome } from '../use-cases/record-outcome.ts';

/** What voiding or refunding a payment needs. */
export type ReverseDeps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<PaymentsTx>;
    ask: GatewayClient;
    recordOutcome: RecordOutcome;
    reconcilePayment: ReconcilePayment;
    ids: IdGenerator;
  }>;
