import { setImmediate as nextIteration } from 'node:timers/promises';
import { BACKLOG } from './listener.ts';

/**
 * Lets work wait while many connections arrive. The event loop accepts one connection in each iteration. If iterations
 * are long with work, all later connections wait, those of health checks too; and none is refused, which would end the
 * burst.
 */
export type ConnectionBursts = Readonly<{
  /** Called for each new connection. */
  noteConnection(): void;
  /** Runs it now, or after the burst. */
  runAfter(run: () => void): void;
  /** Undefined, or until no more connections arrive or a full queue of them was accepted. */
  pause(): Promise<void> | undefined;
}>;

/** A burst is a connection in each of so many iterations. Single ones arrive at any time. */
const MIN_ITERATIONS = 8;

/** In each iteration after a burst. All at once would hold the event loop. */
const MAX_RUN = 32;

export const makeConnectionBursts = (): ConnectionBursts => {
  let [count, countBefore] = [0, 0];
  let iterations = 0;
  const isBurst = (): boolean => iterations >= MIN_ITERATIONS;
  const check = (): void => {
    iterations = count === countBefore ? 0 : iterations + 1;
    countBefore = count;
    if (iterations > 0) setImmediate(check);
  };

  let pausing: Promise<void> | undefined;
  let worksUntil = Number.NEGATIVE_INFINITY;
  const untilEnd = async (): Promise<void> => {
    const [begin, countAtBegin] = [performance.now(), count];
    while (isBurst() && count - countAtBegin < BACKLOG) await nextIteration();
    // who connects and disconnects for ever takes half of the time
    const now = performance.now();
    if (isBurst()) worksUntil = now + (now - begin);
    pausing = undefined;
  };
  const pause = (): Promise<void> | undefined => {
    if (isBurst() && performance.now() >= worksUntil) pausing ??= untilEnd();
    return pausing;
  };

  const held: (() => void)[] = [];
  let isReleasing = false;
  const release = async (): Promise<void> => {
    isReleasing = true;
    while (held.length > 0) {
      await pause();
      for (const run of held.splice(0, MAX_RUN)) run();
      await nextIteration();
    }
    isReleasing = false;
  };

  return {
    noteConnection() {
      // it is checked after each iteration until none comes
      if (count === countBefore && iterations === 0) setImmediate(check);
      count += 1;
    },
    runAfter(run) {
      if (!isReleasing && pause() === undefined) {
        run();
        return;
      }
      held.push(run);
      if (!isReleasing) void release();
    },
    pause,
  };
};
