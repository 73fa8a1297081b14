import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Lets work wait while many connections arrive. The event loop accepts one connection in each iteration. If iterations
 * are long with work, all later connections wait, those of health checks too; and none is refused, which would end the
 * burst.
 */
export type ConnectionBursts = Readonly<{
  /** Called for each new connection. */
  noteConnection(): void;
  /** Undefined, or until no more connections arrive, for at most half a second, and then not again for ten. */
  pause(): Promise<void> | undefined;
}>;

/** A full queue of connections is accepted within this time if nothing else is done. */
const MAX_PAUSE_MS = 500;

/** After a pause of this length. Who connects and disconnects for ever would delay all requests. */
const MIN_WORK_MS = 10_000;

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
    const end = performance.now() + MAX_PAUSE_MS;
    while (isBurst && performance.now() < end) await nextIteration();
    if (isBurst) worksUntil = performance.now() + MIN_WORK_MS;
    pausing = undefined;
  };
  return {
    noteConnection() {
      count += 1;
      if (isBurst) return;
      isBurst = true;
      setImmediate(check);
    },
    pause() {
      if (isBurst && performance.now() >= worksUntil) pausing ??= untilEnd();
      return pausing;
    },
  };
};
