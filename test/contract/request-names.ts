import { type KeptAnswer, NameTaken, type RequestName } from '#core/shared/answers.ts';
import type { Work } from '#core/unit-of-work.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

/** What became of a work that took a request's name. */
export type Taking =
  | Readonly<{ kind: 'taken' | 'running' }>
  | Readonly<{ kind: 'kept'; answer: KeptAnswer | undefined }>;

/** Takes a name and does a work, as a request does, and looks up the answer where there is one. */
export const outcomeOf = async (
  { unitOfWork, answerQueries }: StorageUnderTest,
  { request, since }: { request: RequestName; since: Date },
  work: Work<void>,
): Promise<Taking> => {
  try {
    await unitOfWork.run(async (tx) => {
      await tx.answers.take(request, since);
      await work(tx);
    });
    return { kind: 'taken' };
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    return error.by === 'running'
      ? { kind: 'running' }
      : { kind: 'kept', answer: await answerQueries.find(request, since) };
  }
};
