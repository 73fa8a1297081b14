import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { type AuditedFields, auditOf } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Order } from './order.ts';
import type { ERASED_ORDER } from './order-details.ts';
import { type OrderView, orderView } from './order-view.ts';
import type { TimelineType } from './timeline-entry.ts';

const entry = auditOf('order', orderView, {
  number: 'omitted',
  external_id: 'shown',
  status: 'shown',
  payment_status: 'shown',
  fulfillment_status: 'shown',
  items: 'personal',
  shipping_lines: 'personal',
  discount_lines: 'personal',
  tax_lines: 'omitted',
  prices_include_tax: 'omitted',
  tax_id: 'personal',
  tax_exemption: 'omitted',
  subtotal: 'omitted',
  discount: 'omitted',
  shipping: 'omitted',
  tax: 'omitted',
  total: 'shown',
  amount_paid: 'shown',
  amount_refunded: 'shown',
  amount_due: 'omitted',
  refund_due: 'shown',
  currency: 'omitted',
  expires_at: 'omitted',
  user_id: 'shown',
  invoice_id: 'shown',
  email: 'personal',
  shipping_address: 'personal',
  billing_address: 'personal',
  fulfillments: 'personal',
  cancelled_at: 'omitted',
  cancel_reason: 'personal',
  metadata: 'personal',
  actions: 'omitted',
} satisfies AuditedFields<OrderView, typeof ERASED_ORDER>);

/** The audit entry of a person's change; the service's own changes are not audited. */
export const orderAuditEntry = (
  actor: Actor,
  { what, ...change }: Readonly<{ what: TimelineType; before: Order; after: Order }>,
): AuditEntry[] => (actor.kind === 'system' ? [] : [entry(actor, what, change)]);
