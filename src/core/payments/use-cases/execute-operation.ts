// Why: docs/decisions/0015-payments.md

import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { IdempotencyConflict, idempotencyCutoff } from '#core/shared/idempotency.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { Declined } from '../call-outcomes.ts';
import { declinedError, gatewayDisabled } from '../payment-errors.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { FinishedOperation, RecordOutcome, StartedOperation } from './record-outcome.ts';

type OperationRequest = Readonly<{
  actor: Actor;
  /** The idempotency key of the request, so that a repetition finds the first operation. */
  idempotency: IdempotentRequest | null;
  /** Records the operation before the call. */
  begin: Work<StartedOperation>;
  /** The outcome if it is known before: the gateway is not called. */
  decline?: Declined | undefined;
  /** Called before the gateway is; throws if it must not be. */
  beforeCall?: () => Promise<void>;
  /** Called after the gateway declined. */
  afterDecline?: () => Promise<void>;
}>;

/**
 * Runs an operation at a gateway: records it, calls the gateway outside of any transaction, and returns the work that
 * records the outcome. If the process dies in between, reconciliation takes over, and a repeated request finds the
 * outcome.
 * @throws IdempotencyConflict `in_progress` while the outcome is unknown, `reused` for a different request under the
 * key.
 */
export type ExecuteOperation = (operating: OperationRequest) => Promise<Work<FinishedOperation>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  ask: GatewayClient;
  recordOutcome: RecordOutcome;
  systemClock: SystemClock;
}>;

export const makeExecuteOperation =
  ({ unitOfWork, ask, recordOutcome, systemClock }: Deps): ExecuteOperation =>
  async ({ actor, idempotency, begin, decline, beforeCall, afterDecline }) => {
    const earlierIn = (tx: Transaction) =>
      idempotency === null ? undefined : findEarlier(tx, idempotency, systemClock.now());
    const startIn = async (tx: Transaction): Promise<StartedOperation> => {
      const started = await begin(tx);
      if (ask.isOn(started.payment)) return started;
      throw gatewayDisabled(started.payment);
    };
    const started = await unitOfWork.run(startIn).catch(async (error: unknown) => {
      // the conflict may be this request's own earlier operation; it is looked up only then
      const earlier = idempotency === null ? undefined : await unitOfWork.run(async (tx) => earlierIn(tx));
      if (earlier !== undefined) return earlier;
      // an expired operation had the key and lost it just now
      if (idempotency !== null && error instanceof DomainError && error.code === 'conflict')
        return unitOfWork.run(startIn);
      throw error;
    });
    if ('isEarlier' in started) return earlierOutcome(started);
    const { payment, operation } = started;
    const refusal = await beforeCall?.().catch((error: unknown) => ({ error }));
    const outcome = refusal === undefined ? (decline ?? (await ask.execute(payment, operation))) : NOT_CALLED;
    const recording = recordOutcome(actor, { ...started, outcome });
    const declined = refusal === undefined ? declinedError(outcome, payment) : refusal.error;
    if (declined === undefined) return recording;
    if (outcome.kind === 'declined') await afterDecline?.();
    // throwing inside the work would roll it back, but the outcome must stay
    await unitOfWork.run(recording);
    return () => Promise.reject(declined);
  };

const NOT_CALLED = { kind: 'unreachable', why: 'the gateway was not called' } as const;

type Earlier = FinishedOperation & Readonly<{ isEarlier: true }>;

const findEarlier = async (
  tx: Transaction,
  { key, fingerprint, formerFingerprints = [] }: IdempotentRequest,
  at: Date,
): Promise<Earlier | undefined> => {
  const earlier = await tx.payments.findOperationByKey(key, idempotencyCutoff(at));
  if (earlier === undefined) return undefined;
  const known = earlier.idempotency?.fingerprint ?? '';
  if (![fingerprint, ...formerFingerprints].includes(known)) throw new IdempotencyConflict('reused');
  if (earlier.status === 'pending') throw new IdempotencyConflict('in_progress');
  return { isEarlier: true, operation: earlier, payment: await tx.payments.get(earlier.paymentId) };
};

/** The outcome of an operation whose first request was interrupted. */
const earlierOutcome = ({ payment, operation }: FinishedOperation): Work<FinishedOperation> => {
  const { status, failure } = operation;
  if (status !== 'failed' || failure === null)
    return async (tx) => ({ payment: await tx.payments.get(payment.id), operation });
  const declined = declinedError({ kind: 'declined', ...failure, reference: null }, payment);
  return () => Promise.reject(declined);
};
