import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { IdempotencyConflict, idempotencyCutoff } from '#core/shared/idempotency.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';

/** The outcome of a call that a limit prevented. */
export const NOT_CALLED = { kind: 'unreachable', why: 'the gateway was not called' } as const;

type Deps = Readonly<{ unitOfWork: UnitOfWork<PaymentsTx>; systemClock: SystemClock }>;

/** How something begins, and how what an earlier request with the same key began is found. */
type Beginning<T> = Readonly<{
  idempotency: IdempotentRequest | null;
  /** Refuses what exceeds a limit, of which an earlier request with the same key may be a part. */
  check?: (() => Promise<void>) | undefined;
  begin: Work<T, PaymentsTx>;
  find: (tx: PaymentsTx, request: IdempotentRequest, since: Date) => Promise<T | undefined>;
}>;

/** Begins something at a gateway, or finds what an earlier request with the same idempotency key began. */
export const beginOrFind = async <T>(
  { unitOfWork, systemClock }: Deps,
  { idempotency, check, begin, find }: Beginning<T>,
): Promise<T> => {
  try {
    await check?.();
    return await unitOfWork.run(begin);
  } catch (error) {
    if (idempotency === null) throw error;
    // the conflict, or the limit, may be about what this request began earlier, which is looked up only then
    const since = idempotencyCutoff(systemClock.now());
    const earlier = await unitOfWork.run((tx) => find(tx, idempotency, since));
    if (earlier !== undefined) return earlier;
    // something expired had the key and lost it just now
    if (error instanceof DomainError && error.code === 'conflict') return unitOfWork.run(begin);
    throw error;
  }
};

/** @throws IdempotencyConflict `reused` for another request under the key, `in_progress` while the outcome is unknown. */
export const requireSame = (
  earlier: Readonly<{ idempotency: IdempotentRequest | null; isPending: boolean }>,
  { fingerprint, formerFingerprints = [] }: IdempotentRequest,
): void => {
  const known = earlier.idempotency?.fingerprint ?? '';
  if (![fingerprint, ...formerFingerprints].includes(known)) throw new IdempotencyConflict('reused');
  if (earlier.isPending) throw new IdempotencyConflict('in_progress');
};
