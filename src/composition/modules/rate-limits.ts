import { makePaymentLimits } from '#adapters/http/payments/payment-limits.ts';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { PostgresRateLimiter } from '#adapters/postgres/rate-limits/rate-limiter.ts';
import { RedisRateLimiter } from '#adapters/redis/redis-rate-limiter.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';
import { BACKGROUND } from '../background.ts';
import type { Config } from '../config.ts';
import { type Binding, constant } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { PAYMENTS } from '../tokens/payments.ts';

/** Counts rates in this process, or in PostgreSQL or Redis for all processes together. */
export const rateLimitsModule = (config: Config, log: Log, database: Database | undefined): readonly Binding[] => {
  const { rateLimitStore: store, redisUrl: url } = config;
  const inMemory = new MemoryRateLimiter(systemClock);
  const countedBy = (rateLimiter: RateLimiter): readonly Binding[] => [
    constant(HTTP.lookupLimiter, new MemoryRateLimiter(systemClock)),
    constant(HTTP.rateLimiter, rateLimiter),
    constant(PAYMENTS.limits, makePaymentLimits({ rateLimiter, limits: config.paymentRateLimits })),
  ];
  if (store === 'redis' && url !== undefined) {
    const rateLimiter = new RedisRateLimiter({ url, fallback: inMemory, log });
    return [...countedBy(rateLimiter), constant(BACKGROUND.processServices, [rateLimiter])];
  }
  if (store === 'postgres' && database !== undefined) {
    const rateLimiter = new PostgresRateLimiter(database);
    const task = {
      name: 'removal of full rate limits',
      intervalMs: 60_000,
      run: untilEmpty(() => rateLimiter.removeFull()),
    };
    return [...countedBy(rateLimiter), constant(BACKGROUND.processServices, [task])];
  }
  return countedBy(inMemory);
};
