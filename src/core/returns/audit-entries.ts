import { type AuditedFields, auditOf } from '#core/audit/audited-fields.ts';
import type { ERASED_RETURN } from './return.ts';
import { type ReturnView, returnView } from './return-view.ts';

export const returnAuditEntry = auditOf('return', returnView, {
  order_id: 'shown',
  user_id: 'omitted',
  status: 'shown',
  currency: 'omitted',
  items: 'personal',
  reason: 'omitted',
  actions: 'omitted',
} satisfies AuditedFields<ReturnView, typeof ERASED_RETURN>);
