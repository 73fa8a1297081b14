import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { PasswordHasher } from '#core/access/ports.ts';
import { makeBoundedQueue } from './bounded-queue.ts';

/** What a hash costs: kibibytes of memory, passes over them, and lanes. */
export type PasswordCost = Readonly<{ memory: number; passes: number; parallelism: number }>;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Half of the processors hash at most, so that a flood of sign-ins leaves the others to other requests. */
const inTurn = makeBoundedQueue({ atOnce: Math.max(1, availableParallelism() >> 1), mostWaiting: 100 });

const argon2id = (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  inTurn(() =>
    promisify(argon2)('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES, ...cost }),
  );

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Hashes to PHC strings, which contain their cost. */
export const makeArgon2Passwords = (cost: PasswordCost): PasswordHasher => ({
  async hash(password) {
    const nonce = randomBytes(16);
    const tag = await argon2id(password, nonce, cost);
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
  },

  async verify(password, hash) {
    const [, memory, passes, parallelism, nonce = '', tag = ''] = PHC.exec(hash ?? '') ?? [];
    if (memory === undefined) {
      await argon2id(password, randomBytes(16), cost);
      return false;
    }
    const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const expected = Buffer.from(tag, 'base64');
    const actual = await argon2id(password, Buffer.from(nonce, 'base64'), stored);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  },
});
