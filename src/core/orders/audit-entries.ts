import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Order } from './order.ts';
import { BUYER_FIELDS } from './order-details.ts';
import { orderView } from './order-view.ts';
import type { TimelineType } from './timeline-entry.ts';

const FIELDS = {
  shown: ['status', 'payment_status', 'fulfillment_status', 'amount_paid', 'amount_refunded', 'external_id'],
  personal: BUYER_FIELDS,
};

/** The audit entry of a person's change; the service's own changes are not audited. */
export const orderAuditEntry = (
  actor: Actor,
  { what, before, after }: Readonly<{ what: TimelineType; before: Order; after: Order }>,
): AuditEntry[] => {
  if (actor.kind === 'system') return [];
  const changes = changesOf(orderView(before), orderView(after), FIELDS);
  const resource = { type: 'order', id: after.id };
  return [{ actor, action: `order.${what}`, resource, ...changes, at: after.updatedAt }];
};
