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

/** In each iteration after a burst. All at once would hold the event loop. */
const MAX_RUN = 32;

export const makeConnectionBursts = (): ConnectionBursts => {
  let [count, countBefore] = [0, 0];
  let isBurst = false;
  const check = (): void => {
    isBurst = count !== countBefore;
    countBefore = count;
    if (isBurst) setImmediate(check);
  };

  let pausing: Promise<void> | undefined;
  let worksUntil = Number.NEGATIVE_INFINITY;
  const untilEnd = async (): Promise<void> => {
    const [begin, countAtBegin] = [performance.now(), count];
    while (isBurst && count - countAtBegin < BACKLOG) await nextIteration();
    // who connects and disconnects for ever takes half of the time
    const now = performance.now();
    if (isBurst) worksUntil = now + (now - begin);
    pausing = undefined;
  };
  const pause = (): Promise<void> | undefined => {
    if (isBurst && performance.now() >= worksUntil) pausing ??= untilEnd();
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
      count += 1;
      if (isBurst) return;
      isBurst = true;
      setImmediate(check);
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
