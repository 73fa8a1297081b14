import { IdempotencyConflict, type IdempotencyKey, type IdempotencyRecord } from '#core/shared/idempotency.ts';
import type { Work } from '#core/storage.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

/** The result of a transaction that claims an idempotency key. */
export type ClaimResult =
  | Readonly<{ kind: 'claimed' | 'running' }>
  | Readonly<{ kind: 'completed'; record: IdempotencyRecord | undefined }>;

/** Claims a key, runs a work, and reads the stored response on a conflict. */
export const outcomeOf = async (
  { unitOfWork, idempotencyQueries }: StorageUnderTest,
  { request, since }: { request: IdempotencyKey; since: Date },
  work: Work<void>,
): Promise<ClaimResult> => {
  try {
    await unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(request, since);
      await work(tx);
    });
    return { kind: 'claimed' };
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
    return error.reason === 'in_progress'
      ? { kind: 'running' }
      : { kind: 'completed', record: await idempotencyQueries.find(request, since) };
  }
};
