import { ContainerModule } from 'inversify';
import { auditRoutes } from '#adapters/http/audit.routes.ts';
import { repeat } from '#adapters/system/repeat.ts';
import { AUDIT_KEPT_DAYS } from '#core/audit/audit-log.ts';
import { makeRecordRefusal } from '#core/audit/use-cases/record-refusal.ts';
import { TOKENS } from '../tokens.ts';

const CLEANING_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The record of who did what. */
export const auditModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.recordRefusal)
      .toResolvedValue(
        (unitOfWork, rateLimiter, clock) => makeRecordRefusal({ unitOfWork, rateLimiter, clock }),
        [TOKENS.unitOfWork, TOKENS.rateLimiter, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (queries, clock, log) =>
          repeat(
            'removal of old audit entries',
            CLEANING_MS,
            async () => {
              const end = new Date(clock.now().getTime() - AUDIT_KEPT_DAYS * DAY_MS);
              while ((await queries.removeBefore(end)) > 0);
            },
            log,
          ),
        [TOKENS.auditQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue((queries, cursors) => auditRoutes({ queries, cursors }), [TOKENS.auditQueries, TOKENS.cursors])
      .inSingletonScope();
  });
