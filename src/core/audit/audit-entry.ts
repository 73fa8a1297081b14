import { type Actor, type ActorView, actorView } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';

type Values = Readonly<Record<string, unknown>>;

/** Who did what to which resource. Contains no secret and no personal data, since entries outlive the person. */
export type AuditEntry = Readonly<{
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId' | 'requestId'>;
  /** For example `user.updated`. */
  action: string;
  /** The resource, if it has an id. */
  resource: Readonly<{ type: string; id: Id }> | null;
  /** The changed values before and after, in the API's names. */
  before: Values;
  after: Values;
  at: Date;
}>;

/** The entry of an action that changed no value. */
export const actionEntry = (action: Omit<AuditEntry, 'before' | 'after'>): AuditEntry => ({
  ...action,
  before: {},
  after: {},
});

/** An entry as the API shows it. */
export type AuditEntryView = Readonly<{
  id: Id<'aud'>;
  object: 'audit_entry';
  actor: ActorView;
  action: string;
  resource: Readonly<{ type: string; id: string }> | null;
  before: object;
  after: object;
  request_id: string | null;
  created_at: string;
  updated_at: string;
}>;

export const auditEntryView = ({ id, actor, action, resource, before, after, at }: AuditEntry & { id: Id<'aud'> }) =>
  ({
    id,
    object: 'audit_entry',
    actor: actorView(actor),
    action,
    resource,
    before,
    after,
    request_id: actor.requestId,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  }) satisfies AuditEntryView;

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
