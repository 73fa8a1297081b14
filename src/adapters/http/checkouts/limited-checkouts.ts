import type { CompleteCheckout } from '#core/checkouts/use-cases/complete-checkout.ts';
import type { UpdateCheckout } from '#core/checkouts/use-cases/write-checkouts.ts';
import { Actor } from '#core/shared/actor.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import { type CodeGuesses, unknownCodes } from '../admission/code-guesses.ts';
import { addressKey, type Throttle, type ThrottleGuest } from '../admission/throttle.ts';

type Caller = Readonly<{ actor: Actor; address: string; isDryRun: boolean }>;

type UpdateDeps = Readonly<{
  codeGuesses: CodeGuesses;
  throttleGuest: ThrottleGuest;
  updateCheckout: UpdateCheckout;
}>;

/** Updates a checkout, and counts the writes of visitors and unknown codes of discounts. @throws HttpError `rate_limited`; as `UpdateCheckout` does. */
export const updateLimited = async (
  { codeGuesses, throttleGuest, updateCheckout }: UpdateDeps,
  { actor, address, isDryRun }: Caller,
  command: Parameters<UpdateCheckout>[1],
): Promise<Awaited<ReturnType<UpdateCheckout>>['work']> => {
  if (!isDryRun) await throttleGuest(actor, address);
  const guess = { actor, address, codes: command.patch.discount_codes ?? undefined };
  const update = () => updateCheckout(actor, command);
  const { work } = await codeGuesses.tryCodes(guess, update, ({ priced }) => unknownCodes(priced.priced?.quote));
  return work;
};

type CompleteDeps = Readonly<{
  codeGuesses: CodeGuesses;
  throttle: Throttle;
  completeCheckout: CompleteCheckout;
  /** How many orders visitors place from an address. */
  guestOrderLimit: RateLimit | undefined;
}>;

/**
 * Completes a checkout, and counts the orders of visitors and what they learn about e-mails.
 * @throws HttpError `rate_limited`; as `CompleteCheckout` does.
 */
export const completeLimited = async (
  { codeGuesses, throttle, completeCheckout, guestOrderLimit: limit }: CompleteDeps,
  { actor, address, isDryRun }: Caller,
  command: Omit<Parameters<CompleteCheckout>[1], 'countOrder'>,
): ReturnType<CompleteCheckout> => {
  const countOrder = async (): Promise<void> => {
    if (limit !== undefined && Actor.isVisitor(actor) && !isDryRun)
      await throttle('guest order', addressKey(address), limit);
  };
  // each refusal counts as a guess, since each may be about another e-mail
  const guess = { actor, address, codes: undefined, email: `${command.id} ${actor.requestId}` };
  const completing = await codeGuesses.tryEmail(guess, () => completeCheckout(actor, { ...command, countOrder }));
  return (tx) => codeGuesses.tryEmail(guess, () => completing(tx));
};
