import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';

/** The most groups that run at once. Works wait meanwhile, and form the next group. */
const MAX_RUNNING = 2;

const MAX_SIZE = 16;

/** A waiting work, and how to settle its promise. */
type Waiting = Readonly<{
  runIn(tx: Transaction): Promise<() => void>;
  runAlone(): Promise<void>;
}>;

/**
 * Runs the works that wait at the same time in one transaction. They share its commit, and what all of them lock, such as
 * the row of document numbers, is locked once. If a work fails, each of its group runs in a transaction of its own.
 *
 * The works of a group lock their rows in no common order, so they should have few rows in common with other groups.
 */
export const makeGroupedUnitOfWork = (unitOfWork: UnitOfWork): UnitOfWork => {
  const waiting: Waiting[] = [];
  let running = 0;

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 1) return group[0]?.runAlone();
    try {
      const resolveAll = await unitOfWork.run((tx) => settleAll(group.map((each) => each.runIn(tx))));
      for (const resolve of resolveAll) resolve();
    } catch {
      // each reports its own failure
      await Promise.all(group.map((each) => each.runAlone()));
    }
  };

  const runNext = (): void => {
    while (running < MAX_RUNNING && waiting.length > 0) {
      running += 1;
      void runGroup(waiting.splice(0, MAX_SIZE)).finally(() => {
        running -= 1;
        runNext();
      });
    }
  };

  return {
    run: <T>(work: Work<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          async runIn(tx) {
            const result = await work(tx);
            return () => resolve(result);
          },
          runAlone: () => unitOfWork.run(work).then(resolve, reject),
        });
        runNext();
      }),

    dryRun: (work) => unitOfWork.dryRun(work),
  };
};

/** Waits for all, since a transaction must not end before its works. @throws the first error. */
const settleAll = async <T>(promises: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
