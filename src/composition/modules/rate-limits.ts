import { ContainerModule } from 'inversify';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { PostgresRateLimiter } from '#adapters/postgres/rate-limits/rate-limiter.ts';
import { RedisRateLimiter } from '#adapters/redis/redis-rate-limiter.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from '../config.ts';
import { TOKENS } from '../tokens.ts';

const CLEANING_MS = 60_000;

/** Rates counted in this process, or by all processes on a database or a Redis together. */
export const rateLimitsModule = (config: Config, log: Log, database?: Database): ContainerModule => {
  const { rateLimitStore: store, redisUrl } = config;
  if (store === 'redis' && redisUrl !== undefined) return onRedis(redisUrl, log);
  return store === 'postgres' && database !== undefined ? onPostgres(database) : inMemory();
};

const inMemory = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.rateLimiter)
      .toResolvedValue((clock) => new MemoryRateLimiter(clock), [TOKENS.clock])
      .inSingletonScope();
  });

const onPostgres = (database: Database): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const rateLimiter = new PostgresRateLimiter(database);
    bind(TOKENS.rateLimiter).toConstantValue(rateLimiter);
    bind(TOKENS.processService)
      .toResolvedValue(
        (log) => runPeriodically('rate limit cleaning', CLEANING_MS, () => rateLimiter.removeFull(), log),
        [TOKENS.log],
      )
      .inSingletonScope();
  });

const onRedis = (url: string, log: Log): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const rateLimiter = new RedisRateLimiter({ url, fallback: new MemoryRateLimiter(systemClock), log });
    bind(TOKENS.rateLimiter).toConstantValue(rateLimiter);
    bind(TOKENS.processService).toConstantValue(rateLimiter);
  });
