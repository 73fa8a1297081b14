import { auditEntryList } from '#core/audit/audit-entry-list.ts';
import { AUDIT_RETENTION_DAYS, type AuditQueries } from '#core/audit/audit-log.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import { readOperation } from '../pipeline/operation.ts';
import type { Route } from '../pipeline/route.ts';
import { auditListQuery, auditPage } from './schemas.ts';

type Deps = Readonly<{ queries: AuditQueries; cursors: Cursors }>;

const listAuditLog = ({ queries, cursors }: Deps) =>
  readOperation({
    method: 'get',
    path: '/api/audit_log',
    operationId: 'listAuditLog',
    tag: 'Audit',
    summary: 'List audit entries',
    description:
      'The newest first: sign-ins, requests rejected for a missing scope, and changes of keys, users, prices and stock. ' +
      `Entries are stored for ${AUDIT_RETENTION_DAYS} days and never change.`,
    access: { kind: 'scope', scope: 'audit:read' },
    query: auditListQuery,
    responses: { 200: { description: 'A page of audit entries.', schema: auditPage } },
    problems: ['invalid_cursor'],
    read: ({ query }) =>
      paginate(cursors, { path: '/api/audit_log', query }, (page) =>
        queries.list({ ...selectionOf(auditEntryList, query), page }),
      ),
  });

export const auditRoutes = (deps: Deps): Route[] => [listAuditLog(deps)];
