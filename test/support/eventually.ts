import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is yes; fails the test where it never is. */
export const eventually = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`It never came true that ${what}.`);
};
