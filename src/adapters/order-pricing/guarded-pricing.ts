import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { quoteErrors } from '#core/pricing/quote-errors.ts';
import { unavailable } from '#core/shared/domain-error.ts';
import type { Log } from '#core/shared/log.ts';

type Options = Readonly<{ log: Log; timeoutMs: number }>;

/**
 * Wraps a pricing from outside with a timeout and a check of its quotes. A failure is reported as `unavailable`: no order
 * is created without a valid quote.
 */
export const makeGuardedPricing = (pricing: OrderPricing, { log, timeoutMs }: Options): OrderPricing => {
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return {
    quote: async (cart) => {
      const quote = await limit
        .execute(() => pricing.quote(cart))
        .catch((error: unknown) => {
          const why = error instanceof TaskCancelledError ? `it did not respond within ${timeoutMs} ms` : 'it failed';
          throw unusable(log, why, error);
        });
      const errors = quoteErrors(cart, quote);
      if (errors.length > 0) throw unusable(log, errors.join('; '));
      return quote;
    },
  };
};

const unusable = (log: Log, why: string, error?: unknown) => {
  log.error({ err: error }, `the pricing of orders is not usable: ${why}`);
  // without a cause, which would be logged as an outage of the storage
  return unavailable('Prices of orders are not available at the moment. Try again.');
};
