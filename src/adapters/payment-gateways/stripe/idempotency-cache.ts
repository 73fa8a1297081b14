import type { SystemClock } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Stripe keeps idempotency keys for a day; an hour less allows for clock differences. */
const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

/** Whether Stripe certainly still has the first response to an idempotency key. */
export type IsKeyCached = (key: Id) => boolean;

/** A request is never older than its key, so a recent key needs no look-up. */
export const idempotencyCache =
  (clock: SystemClock): IsKeyCached =>
  (key) =>
    clock.now().getTime() - madeAt(key) < KEY_LIFETIME_MS;

/** The time in a TypeID: the first 48 bits of its UUIDv7, after two zero bits. */
const madeAt = (key: Id): number => {
  let milliseconds = 0;
  for (const digit of key.slice(key.lastIndexOf('_') + 1).slice(0, 10)) {
    milliseconds = milliseconds * 32 + ALPHABET.indexOf(digit);
  }
  return milliseconds;
};
