import type { Log } from '#core/shared/log.ts';

/** A task that runs again and again. */
export type BackgroundTask = Readonly<{
  start(): void;
  /** Has it run now, or once more if it is running. */
  wake(): void;
  stop(): Promise<void>;
}>;

/** A failure that lasts is told again so often. */
const REPEATED_FAILURE_LOG_MS = 60_000;

/**
 * Runs a task again and again, so long after its last end or when it is woken; a failure is logged and the next run comes
 * as usual.
 */
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
      if (toldAt !== undefined) log.info({ task: name }, 'a task that failed works again');
      toldAt = undefined;
    } catch (error) {
      const now = performance.now();
      if (toldAt !== undefined && now - toldAt < REPEATED_FAILURE_LOG_MS) return;
      toldAt = now;
      log.warn({ err: error, task: name }, 'a task failed and will be tried again');
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
    // the last run comes with the stop, so that nothing gathered is lost
    async stop() {
      stopping = true;
      endPause();
      await running;
    },
  };
};
