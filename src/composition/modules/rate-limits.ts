import { ContainerModule } from 'inversify';
import { MemoryRateLimiter } from '#adapters/memory/rate-limiter.ts';
import type { Database } from '#adapters/postgres/database.ts';
import { PostgresRateLimiter } from '#adapters/postgres/rate-limiter.ts';
import { repeat } from '#adapters/system/repeat.ts';
import { TOKENS } from '../tokens.ts';

const CLEANING_MS = 60_000;

/** Rates counted in this process, or by all processes on a database together. */
export const rateLimitsModule = (sharedBy: Database | undefined): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (sharedBy === undefined) {
      bind(TOKENS.rateLimiter)
        .toResolvedValue((clock) => new MemoryRateLimiter(clock), [TOKENS.clock])
        .inSingletonScope();
      return;
    }
    const rateLimiter = new PostgresRateLimiter(sharedBy);
    bind(TOKENS.rateLimiter).toConstantValue(rateLimiter);
    bind(TOKENS.worker)
      .toResolvedValue(
        (log) => repeat('rate limit cleaning', CLEANING_MS, () => rateLimiter.removeFull(), log),
        [TOKENS.log],
      )
      .inSingletonScope();
  });
