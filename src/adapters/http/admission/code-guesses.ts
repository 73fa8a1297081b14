import { LRUCache } from 'lru-cache';
import type { Quote } from '#core/pricing/quote.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { emailKey as emailKeyOf } from '#core/shared/mail.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { rateLimited } from '../authorization/authenticate.ts';
import { addressKey } from './throttle.ts';

type Guess = Readonly<{ actor: Actor; address: string; codes: readonly string[] | undefined }>;

export type CodeGuesses = Readonly<{
  /**
   * Runs what tries discount codes, and counts those that are unknown, by its result or its error. A code that is tried again
   * is not counted again.
   */
  tryCodes<T>(guess: Guess, run: () => Promise<T>, unknownIn?: (result: T) => readonly string[]): Promise<T>;
  /**
   * Runs what is refused for what a guest has ordered with an e-mail before, and counts each e-mail that is refused as a
   * guess: anybody may name it.
   */
  tryEmail<T>(guess: Guess & Readonly<{ email: string | null | undefined }>, run: () => Promise<T>): Promise<T>;
}>;

type Deps = Readonly<{
  rateLimiter: RateLimiter;
  /** A keyed digest. */
  digest: (text: string) => string;
  /** Unknown codes of a client address and of a customer; undefined: off. */
  limit: RateLimit | undefined;
}>;

/** How many codes of callers are remembered, for an hour. */
const MAX_REMEMBERED = 20_000;
const REMEMBERED_MS = 3_600_000;

/** @throws HttpError `rate_limited` for visitors and customers who have tried too many, whether or not a code is right. */
export const makeCodeGuesses = ({ rateLimiter, digest, limit }: Deps): CodeGuesses => {
  const counted = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  /** The codes that are being tried now, so that requests at once try no more than those in turn. */
  const pending = new Map<string, number>();

  const keysOf = (actor: Actor, address: string): string[] =>
    callersOf(actor, address).map((caller) => `discount code:${digest(caller)}`);

  const count = async (keys: readonly string[], unknown: readonly string[], by: RateLimit): Promise<void> => {
    for (const { key, code } of keys.flatMap((key) => unknown.map((code) => ({ key, code })))) {
      const guess = `${key} ${code}`;
      if (!counted.has(guess)) await rateLimiter.take(key, by);
      counted.set(guess, true);
    }
  };

  const tryCodes: CodeGuesses['tryCodes'] = async ({ actor, address, codes = [] }, run, unknownIn = () => []) => {
    if (limit === undefined || codes.length === 0 || !mayGuess(actor)) return run();
    const keys = keysOf(actor, address);
    for (const key of keys) {
      const decision = await rateLimiter.peek(key, limit);
      const tried = codes.filter((code) => !counted.has(`${key} ${code}`)).length;
      if (tried > 0 && decision.remaining < tried + (pending.get(key) ?? 0)) {
        throw rateLimited({ ...decision, retrySeconds: Math.max(decision.retrySeconds, limit.seconds / limit.calls) });
      }
    }
    const reserve = (sign: 1 | -1): void => {
      for (const key of keys) pending.set(key, (pending.get(key) ?? 0) + sign * codes.length);
      for (const key of keys) if (pending.get(key) === 0) pending.delete(key);
    };
    reserve(1);
    try {
      const result = await run();
      await count(keys, unknownIn(result), limit);
      return result;
    } catch (error) {
      await count(keys, unknownOf(error, codes), limit);
      throw error;
    } finally {
      reserve(-1);
    }
  };

  return {
    tryCodes,

    async tryEmail({ actor, address, email }, run) {
      try {
        return await run();
      } catch (error) {
        const isGuess = email != null && Actor.isVisitor(actor) && isRefusedBuyer(error);
        if (limit !== undefined && isGuess) await count(keysOf(actor, address), [emailKeyOf(email)], limit);
        throw error;
      }
    },
  };
};

/** What depends on former orders of the buyer. */
const BUYER_REASONS: readonly string[] = ['discount.not_first_order', 'discount.used_up_by_customer'];

const isRefusedBuyer = (error: unknown): boolean =>
  error instanceof DomainError && error.fieldErrors.some(({ code }) => BUYER_REASONS.includes(code));

/** The codes of a quote that are none of the shop's. */
export const unknownCodes = (quote: Pick<Quote, 'refusedCodes'> | undefined): string[] =>
  (quote?.refusedCodes ?? []).filter(({ reason }) => reason === 'unknown').map(({ code }) => code);

const mayGuess = (actor: Actor): boolean => actor.own || Actor.isVisitor(actor);

const callersOf = ({ userId }: Actor, address: string): string[] => [
  addressKey(address),
  ...(userId === null ? [] : [userId]),
];

/**
 * The codes that an error names as unknown by their index; all where it names none, since another error may tell by a total
 * which are right.
 */
const unknownOf = (error: unknown, codes: readonly string[]): readonly string[] => {
  const errors = error instanceof DomainError ? error.fieldErrors : [];
  const unknown = errors.filter(({ code }) => code === 'discount.unknown');
  if (unknown.length === 0) return codes;
  return unknown.flatMap(({ path: [, index] }) => (typeof index === 'number' ? (codes[index] ?? []) : codes));
};
