import Joi from 'joi';
import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import { pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const nullableId = (description: string): Joi.StringSchema =>
  Joi.string().allow(null).required().description(description).example('usr_01h455vb4pex5vsknk084sn02q');

const auditEntrySchema = objectOf<AuditEntryView>({
  ...resourceFields('audit_entry', 'aud'),
  actor: objectOf<AuditEntryView['actor']>({
    kind: Joi.string()
      .valid('anonymous', 'api_key', 'publishable_key', 'session', 'system')
      .required()
      .description('The type of the actor; `system` is the service itself.'),
    user_id: nullableId('The user of the actor.'),
    credential_id: nullableId('The API key or session of the actor.'),
  })
    .required()
    .description('Who did it.'),
  action: Joi.string().required().description('The action.').example('user.updated'),
  resource: objectOf<NonNullable<AuditEntryView['resource']>>({
    type: Joi.string().required().description('The type of the resource.').example('user'),
    id: Joi.string().required().description('The id of the resource.').example('usr_01h455vb4pex5vsknk084sn02q'),
  })
    .allow(null)
    .required()
    .description('The resource; null if it has no id.'),
  before: Joi.object()
    .unknown()
    .required()
    .description('The previous values of the changed fields; `[withheld]` instead of personal data.')
    .example({ role: 'customer' }),
  after: Joi.object()
    .unknown()
    .required()
    .description('The new values of the changed fields.')
    .example({ role: 'staff' }),
  request_id: Joi.string().allow(null).required().description('The id of the request in the log.').example('4f9c2b1e'),
  created_at: timestamp().required().description('When it happened.'),
  updated_at: timestamp().required().description('The same as `created_at`: entries never change.'),
})
  .id('AuditEntry')
  .description('An entry of the audit log.');

export const auditPage = pageOf('AuditLog', auditEntrySchema);
