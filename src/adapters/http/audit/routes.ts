import Joi from 'joi';
import type { AuditFilter, AuditQueries } from '#core/audit/audit-log.ts';
import { Id } from '#core/shared/id.ts';
import type { Cursors } from '../lists/cursor.ts';
import { paginate } from '../lists/paginate.ts';
import type { ApiRequest, Route } from '../pipeline/route.ts';
import {
  createdQuery,
  listOf,
  matching,
  type PageQuery,
  pageQuery,
  resourceFields,
  text,
  timestamp,
} from '../schemas/fields.ts';

type AuditQuery = PageQuery &
  Readonly<{
    actor?: NonNullable<AuditFilter['actor']>;
    action?: string;
    resource_id?: string;
    created_from?: Date;
    created_to?: Date;
  }>;

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

const auditList = listOf('AuditLog', auditEntry);

const auditListQuery = Joi.object({
  actor: Joi.string()
    .custom((value: string, helpers) =>
      (['usr', 'key', 'ses'] as const).some((prefix) => Id.is(prefix, value))
        ? value
        : helpers.error('string.pattern.base', { fault: 'must be the id of a user, an API key or a session' }),
    )
    .description('What this user did, or was done with this key or session.'),
  action: matching(Joi.string().max(60), /^[a-z_]+\.[a-z_]+$/, 'must be an action such as user.updated')
    .description('Entries of this action.')
    .example('user.updated'),
  resource_id: text(1, 60).description('What was done to the resource of this id.'),
  ...createdQuery,
  ...pageQuery,
});

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
    responses: { 200: { description: 'A page of entries.', schema: auditList } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<AuditQuery>) =>
      paginate(cursors, { path: '/api/audit_log', query }, (page) =>
        queries.list(
          {
            actor: query.actor,
            action: query.action,
            resourceId: query.resource_id,
            createdFrom: query.created_from,
            createdTo: query.created_to,
          },
          page,
        ),
      ),
  },
];
