import type { ServerResponse } from 'node:http';
import { clientGone } from './overload.ts';

/** Runs the task of a request once fewer than a number of them run, unless its client has left by then. */
export type Gate = <T>(response: ServerResponse, task: () => Promise<T>) => Promise<T>;

/** @param pause Delays the start of a task, if it returns a promise. */
export const makeGate = (limit: number, pause: () => Promise<void> | undefined): Gate => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    // the place is handed over
    else next();
  };
  return async (response, task) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      // also after a timeout, which has ended the response
      if (response.destroyed || response.writableEnded) throw clientGone();
      return await task();
    } finally {
      leave();
    }
  };
};
