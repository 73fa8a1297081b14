import type { Id } from '#core/shared/id.ts';
import type { AuditEntry } from './audit-entry.ts';

/** An entry as the API shows it. */
export type AuditEntryView = Readonly<{
  id: Id<'aud'>;
  object: 'audit_entry';
  actor: Readonly<{ kind: string; user_id: string | null; credential_id: string | null }>;
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
    actor: { kind: actor.kind, user_id: actor.userId, credential_id: actor.credentialId },
    action,
    resource,
    before,
    after,
    request_id: actor.requestId,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  }) satisfies AuditEntryView;
