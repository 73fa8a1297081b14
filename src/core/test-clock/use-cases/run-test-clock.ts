import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { DueWork, TestClockQueries, TestClockTx } from '../ports.ts';
import { TestClock } from '../test-clock.ts';

/**
 * Moves an advancing clock from one due time to the next and runs what is due at each. One process does it; if it dies,
 * another continues.
 */
export type RunTestClock = () => Promise<void>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<TestClockTx>;
  queries: TestClockQueries;
  clock: BusinessClock;
  systemClock: SystemClock;
  /** Identifies this process. */
  owner: string;
  dueWork: readonly DueWork[];
  /** Takes over the time that was stored. */
  moved: () => Promise<void>;
}>;

export const makeRunTestClock = ({
  unitOfWork,
  queries,
  clock,
  systemClock,
  owner,
  dueWork,
  moved: takeOver,
}: Deps): RunTestClock => {
  /** Moves to a time; undefined if the clock is ready or another process moves it. */
  const moveTo = (timeOf: (target: Date) => Date): Promise<Readonly<{ isLast: boolean }> | undefined> =>
    unitOfWork.run(async (tx) => {
      const before = await tx.testClock.get();
      const request = Lease.request(owner, systemClock.now());
      if (before.target === null || !Lease.mayClaim(before.lease, request)) return undefined;
      const time = timeOf(before.target);
      const { until } = request;
      await tx.testClock.save({ ...TestClock.moveTo(before, time, request.at), lease: { owner, until } });
      return { isLast: time.getTime() === before.target.getTime() };
    });

  const finish = () =>
    unitOfWork.run(async (tx) => {
      const before = await tx.testClock.get();
      if (Lease.isHeldBy(before.lease, owner)) await tx.testClock.save(TestClock.finish(before));
    });

  return async () => {
    if ((await queries.get()).target === null) return;
    for (;;) {
      // what is due now may make something else due at the same time
      for (const work of dueWork) await work.run();
      const next = await nextDueAt(dueWork, clock.now());
      const moved = await moveTo((target) => (next !== null && next < target ? next : target));
      if (moved === undefined) return;
      await takeOver();
      if (!moved.isLast) continue;
      for (const work of dueWork) await work.run();
      await finish();
      return;
    }
  };
};

/** The earliest due time after another. */
const nextDueAt = async (dueWork: readonly DueWork[], after: Date): Promise<Date | null> => {
  const times = await Promise.all(dueWork.map((work) => work.nextDueAt(after)));
  return times.reduce(
    (earliest, time) => (earliest === null || (time !== null && time < earliest) ? time : earliest),
    null,
  );
};
