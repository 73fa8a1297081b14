import { IdempotencyConflict, type IdempotencyKey, type IdempotencyRecord } from '#core/shared/idempotency.ts';
import type { Work } from '#core/unit-of-work.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

/** What became of a work that took a request's name. */
export type Taking =
  | Readonly<{ kind: 'taken' | 'running' }>
  | Readonly<{ kind: 'kept'; answer: IdempotencyRecord | undefined }>;

/** Takes a name and does a work, as a request does, and looks up the answer where there is one. */
export const outcomeOf = async (
  { unitOfWork, idempotencyQueries }: StorageUnderTest,
  { request, since }: { request: IdempotencyKey; since: Date },
  work: Work<void>,
): Promise<Taking> => {
  try {
    await unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(request, since);
      await work(tx);
    });
    return { kind: 'taken' };
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
    return error.reason === 'in_progress'
      ? { kind: 'running' }
      : { kind: 'kept', answer: await idempotencyQueries.find(request, since) };
  }
};
