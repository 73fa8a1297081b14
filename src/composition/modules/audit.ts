import { ContainerModule } from 'inversify';
import { auditRoutes } from '#adapters/http/audit/routes.ts';
import { AUDIT_RETENTION_DAYS } from '#core/audit/audit-log.ts';
import { makeRecordRefusal } from '#core/audit/use-cases/record-refusal.ts';
import { periodicRemoval } from '../periodic-removal.ts';
import { TOKENS } from '../tokens.ts';

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
          periodicRemoval('old audit entries', { days: AUDIT_RETENTION_DAYS, from: queries }, { clock, log }),
        [TOKENS.auditQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue((queries, cursors) => auditRoutes({ queries, cursors }), [TOKENS.auditQueries, TOKENS.cursors])
      .inSingletonScope();
  });
