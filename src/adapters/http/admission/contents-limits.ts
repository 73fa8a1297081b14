import type { PricedWork } from '#core/carts/price-contents.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { type CodeGuesses, unknownCodes } from './code-guesses.ts';
import type { ThrottleGuest } from './throttle.ts';

export type ContentsLimits = Readonly<{ codeGuesses: CodeGuesses; throttleGuest: ThrottleGuest }>;

/** Who writes a cart or a checkout. */
export type ContentsWriter = Readonly<{ actor: Actor; address: string; isDryRun: boolean }>;

/**
 * Prepares a write of a cart or a checkout, and counts the requests of visitors and unknown codes of discounts.
 * @throws HttpError `rate_limited`.
 */
export const limitContents = async <T, Tx>(
  { codeGuesses, throttleGuest }: ContentsLimits,
  { actor, address, isDryRun, codes }: ContentsWriter & Readonly<{ codes: readonly string[] | null | undefined }>,
  prepare: () => Promise<PricedWork<T, Tx>>,
): Promise<Work<T, Tx>> => {
  if (!isDryRun) await throttleGuest(actor, address);
  const guess = { actor, address, codes: codes ?? undefined };
  const { work } = await codeGuesses.tryCodes(guess, prepare, ({ priced }) => unknownCodes(priced.priced?.quote));
  return work;
};
