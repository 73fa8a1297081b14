import type { Log } from '#core/shared/log.ts';

/** A task that runs periodically. */
export type BackgroundTask = Readonly<{
  start(): void;
  /** Runs it now, or once more if it is running. */
  wake(): void;
  stop(): Promise<void>;
}>;

/** How often a lasting failure is logged again. */
const REPEATED_FAILURE_LOG_MS = 60_000;

/** Runs a task periodically: an interval after its last end, or on a wake-up. Failures are logged. */
export const runPeriodically = (
  name: string,
  everyMs: number,
  task: () => Promise<unknown>,
  log: Log,
): BackgroundTask => {
  let stopping = false;
  let woken = false;
  let endPause = (): void => {};
  let running: Promise<void> | undefined;
  let toldAt: number | undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      timer.unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const runOnce = async (): Promise<void> => {
    try {
      await task();
      if (toldAt !== undefined) log.info({ task: name }, 'task recovered');
      toldAt = undefined;
    } catch (error) {
      const now = performance.now();
      if (toldAt !== undefined && now - toldAt < REPEATED_FAILURE_LOG_MS) return;
      toldAt = now;
      log.warn({ err: error, task: name }, 'task failed; retrying');
    }
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      if (!woken) await pause();
      woken = false;
      await runOnce();
    }
  };

  return {
    start() {
      running = loop();
    },
    wake() {
      woken = true;
      endPause();
    },
    // a last run at the stop, so that nothing collected is lost
    async stop() {
      stopping = true;
      endPause();
      await running;
    },
  };
};
