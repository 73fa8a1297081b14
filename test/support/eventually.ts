import { setTimeout as sleep } from 'node:timers/promises';

/** Machines that run other things too can be some times slower. */
const TIMEOUT_MS = 60_000;

/** Polls until the condition holds; fails the test if it does not within a minute. */
export const eventually = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It never came true that ${what}.`);
    await sleep(50);
  }
};
