// Why: docs/decisions/0015-payments.md

import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { Declined } from '../call-outcomes.ts';
import { declinedError, gatewayDisabled } from '../payment-errors.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentAttempt, PaymentLimits, PaymentsTx } from '../ports.ts';
import { beginOrFind, NOT_CALLED, requireSame } from '../steps/begin-or-find.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { FinishedOperation, RecordOutcome, StartedOperation } from './record-outcome.ts';

type OperationRequest = Readonly<{
  actor: Actor;
  /** The idempotency key of the request, so that a repetition finds the first operation. */
  idempotency: IdempotentRequest | null;
  /** Records the operation before the call. */
  begin: Work<StartedOperation, PaymentsTx>;
  /** The outcome if it is known before: the gateway is not called. */
  decline?: Declined | undefined;
  /** Checked before anything is recorded, and counted before the call, which is not made beyond a limit, as a decline is after it. */
  attempt?: PaymentAttempt;
}>;

/**
 * Runs an operation at a gateway: records it, calls the gateway outside of any transaction, and returns the work that
 * records the outcome. If the process dies in between, reconciliation takes over, and a repeated request finds the
 * outcome.
 * @throws IdempotencyConflict `in_progress` while the outcome is unknown, `reused` for a different request under the
 * key.
 */
export type ExecuteOperation = (operating: OperationRequest) => Promise<Work<FinishedOperation, PaymentsTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  ask: GatewayClient;
  recordOutcome: RecordOutcome;
  limits: PaymentLimits;
  systemClock: SystemClock;
}>;

export const makeExecuteOperation =
  (deps: Deps): ExecuteOperation =>
  async ({ actor, idempotency, begin, decline, attempt }) => {
    const { unitOfWork, ask, recordOutcome, limits } = deps;
    const started = await beginOrFind<StartedOperation | Earlier>(deps, {
      idempotency,
      check: attempt && (() => limits.check(attempt)),
      begin: async (tx) => requireEnabled(ask, await begin(tx)),
      find: findEarlier,
    });
    if ('isEarlier' in started) return earlierOutcome(started);
    const { payment, operation } = started;
    const refusal = attempt && (await limits.count(attempt).catch((error: unknown) => ({ error })));
    const outcome = refusal === undefined ? (decline ?? (await ask.execute(payment, operation))) : NOT_CALLED;
    const recording = recordOutcome(actor, { ...started, outcome });
    const declined = refusal === undefined ? declinedError(outcome, payment) : refusal.error;
    if (declined === undefined) return recording;
    if (attempt !== undefined && outcome.kind === 'declined') await limits.countDecline(attempt);
    // throwing inside the work would roll it back, but the outcome must stay
    await unitOfWork.run(recording);
    return () => Promise.reject(declined);
  };

const requireEnabled = (ask: GatewayClient, started: StartedOperation): StartedOperation => {
  if (ask.isOn(started.payment)) return started;
  throw gatewayDisabled(started.payment);
};

type Earlier = FinishedOperation & Readonly<{ isEarlier: true }>;

const findEarlier = async (tx: PaymentsTx, request: IdempotentRequest, since: Date): Promise<Earlier | undefined> => {
  const earlier = await tx.payments.findOperationByKey(request.key, since);
  if (earlier === undefined) return undefined;
  requireSame({ ...earlier, isPending: earlier.status === 'pending' }, request);
  return { isEarlier: true, operation: earlier, payment: await tx.payments.get(earlier.paymentId) };
};

/** The outcome of an operation whose first request was interrupted. */
const earlierOutcome = ({ payment, operation }: FinishedOperation): Work<FinishedOperation, PaymentsTx> => {
  const { status, failure } = operation;
  if (status !== 'failed' || failure === null)
    return async (tx) => ({ payment: await tx.payments.get(payment.id), operation });
  const declined = declinedError({ kind: 'declined', ...failure, reference: null }, payment);
  return () => Promise.reject(declined);
};
