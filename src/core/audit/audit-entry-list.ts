import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { AuditEntryView } from './audit-entry-view.ts';

/** The filters of the audit log. */
export const auditEntryList = describeList<AuditEntryView>()({
  filters: {
    actor: {
      kind: 'equals_id',
      fields: { usr: 'actor.user_id', key: 'actor.credential_id', ses: 'actor.credential_id' },
      message: 'must be the id of a user, an API key or a session',
      description: 'Actions of this user, or with this API key or session.',
    },
    action: {
      kind: 'equals',
      field: 'action',
      format: {
        type: 'pattern',
        pattern: /^[a-z_]+\.[a-z_]+$/,
        maxLength: 60,
        message: 'must be an action such as user.updated',
      },
      description: 'Entries with this action.',
      example: 'user.updated',
    },
    resource_id: {
      kind: 'equals',
      field: 'resource.id',
      format: { type: 'text', maxLength: 60 },
      description: 'Actions on the resource with this id.',
    },
    ...idsFilter('Entries', 'aud'),
    ...createdFilters('Entries'),
  },
  ...newestFirst,
});

export type AuditFilter = FilterOf<typeof auditEntryList>;
