import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds; fails the test if it never does. */
export const eventually = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`It never came true that ${what}.`);
};
