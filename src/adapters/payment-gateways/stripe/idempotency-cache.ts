import type { Clock } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Stripe forgets after a day what it answered to a key; an hour less, since clocks differ. */
const REMEMBERED_MS = 23 * 60 * 60 * 1000;

/** Whether Stripe is sure to remember a request that was made with a key before. */
export type IsRemembered = (key: Id) => boolean;

/** A request was made no sooner than its key, so a key that is younger than Stripe's memory needs no looking up. */
export const idempotencyCache =
  (clock: Clock): IsRemembered =>
  (key) =>
    clock.now().getTime() - madeAt(key) < REMEMBERED_MS;

/** The time in a TypeID: the first 48 bits of its UUIDv7, after two bits of nothing. */
const madeAt = (key: Id): number => {
  let milliseconds = 0;
  for (const digit of key.slice(key.lastIndexOf('_') + 1).slice(0, 10)) {
    milliseconds = milliseconds * 32 + ALPHABET.indexOf(digit);
  }
  return milliseconds;
};
