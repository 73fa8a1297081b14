import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Return } from './return.ts';
import { returnView } from './return-view.ts';

/** The audit entry of a step; `before` is null for a new return. Reasons are not in it: they may be personal. */
export const returnAuditEntry = (actor: Actor, step: string, before: Return | null, after: Return): AuditEntry => ({
  actor,
  action: `return.${step}`,
  resource: { type: 'return', id: after.id },
  ...changesOf(before === null ? {} : returnView(before), returnView(after), { shown: ['order_id', 'status'] }),
  at: after.updatedAt,
});
