import type { CompleteCheckout } from '#core/checkouts/use-cases/complete-checkout.ts';
import type { UpdateCheckout } from '#core/checkouts/use-cases/write-checkouts.ts';
import type { CodeGuesses } from '../admission/code-guesses.ts';
import { type ContentsLimits, type ContentsWriter, limitContents } from '../admission/contents-limits.ts';
import type { ThrottleGuestOrder } from '../admission/throttle.ts';

type UpdateDeps = ContentsLimits & Readonly<{ updateCheckout: UpdateCheckout }>;

/** Updates a checkout within the limits of visitors. @throws HttpError `rate_limited`; as `UpdateCheckout` does. */
export const updateLimited = (
  deps: UpdateDeps,
  writer: ContentsWriter,
  command: Parameters<UpdateCheckout>[1],
): Promise<Awaited<ReturnType<UpdateCheckout>>['work']> =>
  limitContents(deps, { ...writer, codes: command.patch.discount_codes }, () =>
    deps.updateCheckout(writer.actor, command),
  );

type CompleteDeps = Readonly<{
  codeGuesses: CodeGuesses;
  throttleGuestOrder: ThrottleGuestOrder;
  completeCheckout: CompleteCheckout;
}>;

/**
 * Completes a checkout, and counts the orders of visitors and what they learn about e-mails.
 * @throws HttpError `rate_limited`; as `CompleteCheckout` does.
 */
export const completeLimited = async (
  { codeGuesses, throttleGuestOrder, completeCheckout }: CompleteDeps,
  { actor, address, isDryRun }: ContentsWriter,
  command: Omit<Parameters<CompleteCheckout>[1], 'countOrder'>,
): ReturnType<CompleteCheckout> => {
  const countOrder = async (email: string | null): Promise<void> => {
    if (!isDryRun) await throttleGuestOrder(actor, { address, email });
  };
  // each request that is refused for it counts, since each may be about another e-mail
  const guess = { actor, address, codes: undefined, email: `${command.id} ${actor.requestId}` };
  const completing = await codeGuesses.tryEmail(guess, () => completeCheckout(actor, { ...command, countOrder }));
  return (tx) => codeGuesses.tryEmail(guess, () => completing(tx));
};
