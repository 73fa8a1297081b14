import { auditRoutes } from '#adapters/http/audit/routes.ts';
import { removalTask } from '#adapters/system/periodic-task.ts';
import { AUDIT_RETENTION_DAYS } from '#core/audit/ports.ts';
import { makeRecordDenial } from '#core/audit/use-cases/record-denial.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, provide } from '../injection.ts';
import { AUDIT } from '../tokens/access.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock } = SYSTEM;
const { unitOfWork, auditQueries: queries } = STORAGE;

/** The audit log. */
export const auditModule: readonly Binding[] = [
  provide(AUDIT.recordDenial, { unitOfWork, rateLimiter: HTTP.rateLimiter, systemClock }, makeRecordDenial),
  provide(BACKGROUND.workers, { from: queries, systemClock }, (deps) => [
    removalTask('old audit entries', { days: AUDIT_RETENTION_DAYS, ...deps }),
  ]),
  provide(HTTP.routes, { queries, cursors: HTTP.cursors }, auditRoutes),
];
