import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/shared/log.ts';

/** Runs a task again and again, so long after its last end; a failure is logged and the next run comes as usual. */
export const repeat = (
  name: string,
  everyMs: number,
  task: () => Promise<unknown>,
  log: Log,
): { start(): void; stop(): Promise<void> } => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const runOnce = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      log.warn({ err: error, task: name }, 'a task failed and will be tried again');
    }
  };

  const loop = async (): Promise<void> => {
    const { signal } = stopping;
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
      await runOnce();
    }
  };

  return {
    start() {
      running = loop();
    },
    // the last run comes with the stop, so that nothing gathered is lost
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
