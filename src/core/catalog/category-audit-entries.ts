import { auditOf } from '#core/audit/audited-fields.ts';
import { categoryEventView } from './category-view.ts';

export const categoryAuditEntry = auditOf('category', categoryEventView, {
  // made from the first name
  slug: 'omitted',
  name: 'shown',
  parent_id: 'shown',
  position: 'shown',
});
