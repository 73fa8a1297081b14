import type { PaymentAttempt, PaymentLimits } from '#core/payments/ports.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { rateLimited } from '../authorization/authenticate.ts';
import { homeNetwork } from '../server/client-network.ts';

type Limits = Readonly<Record<'order' | 'user' | 'address' | 'declines', RateLimit | undefined>>;

type Count = Readonly<{ key: string; limit: RateLimit }>;

/** Counts with the rate limiter of requests; a limit that is undefined is off. */
export const makePaymentLimits = ({
  rateLimiter,
  limits,
}: Readonly<{ rateLimiter: RateLimiter; limits: Limits }>): PaymentLimits => {
  const attemptsOf = ({ target, customer }: PaymentAttempt): Count[] => [
    ...countOf(`payments:${target}`, limits.order),
    ...(customer?.userId ? countOf(`payments:by:${customer.userId}`, limits.user) : []),
    ...(customer ? countOf(`payments:address:${homeNetwork(customer.address)}`, limits.address) : []),
  ];

  const declinesOf = ({ target, customer }: PaymentAttempt): Count[] => [
    ...countOf(`declines:${target}`, limits.declines),
    ...(customer?.userId ? countOf(`declines:by:${customer.userId}`, limits.declines) : []),
  ];

  return {
    async check(attempt) {
      for (const { key, limit } of [...attemptsOf(attempt), ...declinesOf(attempt)]) {
        const decision = await rateLimiter.peek(key, limit);
        if (!decision.allowed) throw rateLimited(decision);
      }
    },
    async count(attempt) {
      for (const { key, limit } of attemptsOf(attempt)) {
        const decision = await rateLimiter.take(key, limit);
        if (!decision.allowed) throw rateLimited(decision);
      }
    },
    async countDecline(attempt) {
      for (const { key, limit } of declinesOf(attempt)) await rateLimiter.take(key, limit);
    },
  };
};

const countOf = (key: string, limit: RateLimit | undefined): Count[] => (limit === undefined ? [] : [{ key, limit }]);
