import Joi from 'joi';
import { auditEntryList } from '#core/audit/audit-entry-list.ts';
import type { AuditQueries } from '#core/audit/audit-log.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import { type ListParameters, querySchema } from '../lists/query-schema.ts';
import type { ApiRequest, Route } from '../pipeline/route.ts';
import { listOf, resourceFields, timestamp } from '../schemas/fields.ts';

const nullableId = (description: string): Joi.StringSchema =>
  Joi.string().allow(null).required().description(description).example('usr_01h455vb4pex5vsknk084sn02q');

const auditEntry = Joi.object({
  ...resourceFields('audit_entry', 'aud'),
  actor: Joi.object({
    kind: Joi.string()
      .valid('anonymous', 'api_key', 'session', 'system')
      .required()
      .description('Who it was: `system` is the service itself.'),
    user_id: nullableId('On whose account they acted.'),
    credential_id: nullableId('The key or session that they called with.'),
  })
    .required()
    .description('Who did it.'),
  action: Joi.string().required().description('What was done.').example('user.updated'),
  resource: Joi.object({
    type: Joi.string().required().description('The type of the resource.').example('user'),
    id: Joi.string().required().description('Its id.').example('usr_01h455vb4pex5vsknk084sn02q'),
  })
    .allow(null)
    .required()
    .description('What it was done to, if that has an id.'),
  before: Joi.object()
    .unknown()
    .required()
    .description('The changed values as they were; `[withheld]` for what tells who a person is.')
    .example({ role: 'customer' }),
  after: Joi.object().unknown().required().description('The changed values as they are.').example({ role: 'staff' }),
  request_id: Joi.string().allow(null).required().description('The request, as the log names it.').example('4f9c2b1e'),
  created_at: timestamp().required().description('When it was done.'),
  updated_at: timestamp().required().description('The same: entries are never changed.'),
})
  .id('AuditEntry')
  .description('Who did what.');

const auditPage = listOf('AuditLog', auditEntry);

const auditListQuery = querySchema(auditEntryList);

export const auditRoutes = ({ queries, cursors }: { queries: AuditQueries; cursors: Cursors }): Route[] => [
  {
    method: 'get',
    path: '/api/audit_log',
    operationId: 'listAuditLog',
    tag: 'Audit',
    summary: 'List what was done',
    description:
      'The newest first: sign-ins, refusals for want of a scope, and changes of keys, users, prices and stock. Entries ' +
      'are kept for 400 days and never changed.',
    access: { kind: 'scope', scope: 'audit:read' },
    query: auditListQuery,
    responses: { 200: { description: 'A page of entries.', schema: auditPage } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<ListParameters>) =>
      paginate(cursors, { path: '/api/audit_log', query }, (page) =>
        queries.list({ ...selectionOf(auditEntryList, query), page }),
      ),
  },
];
