import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { IdempotencyConflict, idempotencyCutoff } from '#core/shared/idempotency.ts';
import type { Transaction, UnitOfWork, Work } from '#core/unit-of-work.ts';
import { declinedError, gatewayDisabled } from '../payment-errors.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { FinishedOperation, RecordOutcome, StartedOperation } from './record-outcome.ts';

type Operating = Readonly<{
  actor: Actor;
  /** By what name it is asked for, so that a repetition finds what the first has begun. */
  request: IdempotentRequest | null;
  /** Records what is to be asked. */
  begin: Work<StartedOperation>;
}>;

/**
 * Has something done by a gateway: records it, asks the gateway outside of the transaction, and gives the work that records
 * what came of it. Should this process end between, the reconciliation takes it up; a repetition of the request finds what it
 * came to.
 * @throws NameTaken `running` while the outcome is not known, `another` where the name was another request's.
 */
export type ExecuteOperation = (operating: Operating) => Promise<Work<FinishedOperation>>;

type Deps = Readonly<{ unitOfWork: UnitOfWork; ask: GatewayClient; recordOutcome: RecordOutcome; clock: Clock }>;

export const makeExecuteOperation =
  ({ unitOfWork, ask, recordOutcome, clock }: Deps): ExecuteOperation =>
  async ({ actor, request, begin }) => {
    const earlierIn = (tx: Transaction) => (request === null ? undefined : findEarlier(tx, request, clock.now()));
    const beginIn = async (tx: Transaction): Promise<StartedOperation> => {
      const begun = await begin(tx);
      if (ask.isOn(begun.payment)) return begun;
      throw gatewayDisabled(begun.payment);
    };
    const begun = await unitOfWork.run(beginIn).catch(async (error: unknown) => {
      // what stands in the way may be what the same request has begun: it is looked for only then
      const earlier = request === null ? undefined : await unitOfWork.run(async (tx) => earlierIn(tx));
      if (earlier !== undefined) return earlier;
      // one that was too old to count has had the name
      if (request !== null && error instanceof DomainError && error.code === 'conflict') return unitOfWork.run(beginIn);
      throw error;
    });
    if ('isEarlier' in begun) return resumed(begun);
    const { payment, operation } = begun;
    const outcome = await ask.execute(payment, operation);
    const recording = recordOutcome(actor, { ...begun, outcome });
    const refusal = declinedError(outcome, payment);
    if (refusal === undefined) return recording;
    // a refusal undoes the work that throws it, and this must stay
    await unitOfWork.run(recording);
    return () => Promise.reject(refusal);
  };

type Earlier = FinishedOperation & Readonly<{ isEarlier: true }>;

const findEarlier = async (
  tx: Transaction,
  { name, fingerprint }: IdempotentRequest,
  at: Date,
): Promise<Earlier | undefined> => {
  const earlier = await tx.payments.findRequested(name, idempotencyCutoff(at));
  if (earlier === undefined) return undefined;
  if (earlier.request?.fingerprint !== fingerprint) throw new IdempotencyConflict('reused');
  if (earlier.status === 'pending') throw new IdempotencyConflict('in_progress');
  return { isEarlier: true, operation: earlier, payment: await tx.payments.get(earlier.paymentId) };
};

/** What a request that was cut off after it had been recorded has come to. */
const resumed = ({ payment, operation }: FinishedOperation): Work<FinishedOperation> => {
  const { status, failure } = operation;
  if (status !== 'failed' || failure === null)
    return async (tx) => ({ payment: await tx.payments.get(payment.id), operation });
  const refusal = declinedError({ kind: 'declined', ...failure, reference: null }, payment);
  return () => Promise.reject(refusal);
};
