import Joi from 'joi';
import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import { pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const nullableId = (description: string): Joi.StringSchema =>
  required(Joi.string().allow(null), description, 'usr_01h455vb4pex5vsknk084sn02q');

const auditEntrySchema = objectOf<AuditEntryView>({
  ...resourceFields('audit_entry', 'aud'),
  actor: objectOf<AuditEntryView['actor']>({
    kind: required(
      Joi.string().valid('anonymous', 'api_key', 'publishable_key', 'session', 'system'),
      'The type of the actor; `system` is the service itself.',
    ),
    user_id: nullableId('The user of the actor.'),
    credential_id: nullableId('The API key or session of the actor.'),
  })
    .required()
    .description('Who did it.'),
  action: required(Joi.string(), 'The action.', 'user.updated'),
  resource: objectOf<NonNullable<AuditEntryView['resource']>>({
    type: required(Joi.string(), 'The type of the resource.', 'user'),
    id: required(Joi.string(), 'The id of the resource.', 'usr_01h455vb4pex5vsknk084sn02q'),
  })
    .allow(null)
    .required()
    .description('The resource; null if it has no id.'),
  before: required(
    Joi.object().unknown(),
    'The previous values of the changed fields; `[withheld]` instead of personal data.',
    { role: 'customer' },
  ),
  after: required(Joi.object().unknown(), 'The new values of the changed fields.', { role: 'staff' }),
  request_id: required(Joi.string().allow(null), 'The id of the request in the log.', '4f9c2b1e'),
  created_at: required(timestamp(), 'When it happened.'),
  updated_at: required(timestamp(), 'The same as `created_at`: entries never change.'),
})
  .id('AuditEntry')
  .description('An entry of the audit log.');

export const auditPage = pageOf('AuditLog', auditEntrySchema);
