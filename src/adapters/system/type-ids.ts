import { randomFillSync } from 'node:crypto';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const MAX_IDS_PER_MILLISECOND = 0xfff;

/** TypeIDs of UUIDv7 (RFC 9562), the 12 bits after the time a counter, so that ids made in one millisecond sort too. */
export const makeTypeIds = (clock: SystemClock): IdGenerator => {
  let millisecond = 0;
  let counter = 0;
  return {
    next<P extends string>(prefix: P): Id<P> {
      const now = clock.now().getTime();
      if (now > millisecond) [millisecond, counter] = [now, 0];
      else if (counter < MAX_IDS_PER_MILLISECOND) counter += 1;
      else [millisecond, counter] = [millisecond + 1, 0];
      return `${prefix}_${base32(millisecond, 10)}${afterTheTime(counter)}`;
    },
  };
};

const RANDOM_BYTES = 10;

// the system is asked for many at once, since asking costs more than the rest of an id
const pool = Buffer.alloc(400 * RANDOM_BYTES);
let used = pool.byteLength;

const nextRandomBytes = (): Buffer => {
  if (used === pool.byteLength) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
};

/** Version, counter, variant and 62 random bits: 80 bits in 16 characters. */
const afterTheTime = (counter: number): string => {
  const bytes = nextRandomBytes();
  bytes.writeUInt16BE(0x7000 | counter, 0);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(2) & 0x3f), 2);
  return base32(bytes.readUIntBE(0, 5), 8) + base32(bytes.readUIntBE(5, 5), 8);
};

/** A whole number in Crockford's alphabet, five bits a character, the high ones first. */
const base32 = (value: number, length: number): string => {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
};
