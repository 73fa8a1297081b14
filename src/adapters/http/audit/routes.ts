import { auditEntryList } from '#core/audit/audit-entry.ts';
import { AUDIT_RETENTION_DAYS, type AuditQueries } from '#core/audit/ports.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { auditPage } from './schemas.ts';

type Deps = Readonly<{ queries: AuditQueries; cursors: Cursors }>;

const listAuditLog = ({ queries, cursors }: Deps) =>
  listOperation({
    path: '/api/audit_log',
    operationId: 'listAuditLog',
    summary: 'List audit entries',
    description:
      'The newest first: sign-ins, requests rejected for a missing scope, and changes of keys, users, prices and stock. ' +
      `Entries are stored for ${AUDIT_RETENTION_DAYS} days and never change.`,
    access: { kind: 'scope', scope: 'audit:read' },
    list: auditEntryList,
    pageSchema: auditPage,
    cursors,
    read: (query) => queries.list(query),
  });

export const auditRoutes = (deps: Deps): TaggedRoute[] => tagged('Audit', [listAuditLog(deps)]);
