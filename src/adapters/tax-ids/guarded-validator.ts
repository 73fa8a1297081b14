import { TimeoutStrategy, timeout } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { TaxIdValidator } from '#core/pricing/ports.ts';
import type { Log } from '#core/shared/log.ts';
import { checkDigitValidator } from './check-digit-validator.ts';

type Options = Readonly<{ log: Log; timeoutMs: number }>;

/** How long an answer stands: a cart is priced several times, and registers change seldom. */
const ANSWER_MS = 3_600_000;
const MAX_ANSWERS = 10_000;

/**
 * Wraps a validator from outside: it is asked only for what the check digits leave, once in an hour for each tax id, and must
 * respond in time. A tax id for which it cannot say anything is not valid.
 */
export const makeGuardedValidator = (validator: TaxIdValidator, { log, timeoutMs }: Options): TaxIdValidator => {
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const answers = new LRUCache<string, boolean>({ max: MAX_ANSWERS, ttl: ANSWER_MS });
  const ask = async (taxId: string): Promise<boolean> => {
    try {
      const isValid = await limit.execute(() => validator.isValid(taxId));
      answers.set(taxId, isValid);
      return isValid;
    } catch (error) {
      log.warn({ err: error }, 'the validator of tax ids is not usable: tax is charged');
      return false;
    }
  };
  return {
    isValid: async (taxId) => (await checkDigitValidator.isValid(taxId)) && (answers.get(taxId) ?? ask(taxId)),
  };
};
