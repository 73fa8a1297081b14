import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { type AuditedFields, auditOf } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Order } from './order.ts';
import type { ERASED_ORDER } from './order-details.ts';
import { type OrderView, orderView } from './order-view.ts';
import type { TimelineType } from './timeline-entry.ts';

const events = eventsOf('order', orderView);

/** The events of a new order; a free order is also paid. */
export const orderCreated = (order: Order): DomainEvent[] => {
  const created = events.created(order);
  return order.state.payment === 'paid' ? [created, { ...created, type: 'order.paid' }] : [created];
};

/** The event of a change, named after the status that the order reached by it. */
export const orderChanged = (before: Order, after: Order): DomainEvent => {
  const isNow = (is: (order: Order) => boolean): boolean => is(after) && !is(before);
  if (isNow(({ state }) => state.status === 'cancelled')) return events.changed('cancelled', before, after);
  // a failed refund makes an order paid that was announced as paid before
  const wasPaid = before.state.payment === 'partially_refunded' || before.state.payment === 'refunded';
  if (!wasPaid && isNow(({ state }) => state.payment === 'paid')) return events.changed('paid', before, after);
  if (isNow(({ state }) => state.fulfillment === 'fulfilled')) return events.changed('fulfilled', before, after);
  return events.changed('updated', before, after);
};

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
  shipping_refunded: 'shown',
  amount_due: 'omitted',
  refund_due: 'shown',
  currency: 'omitted',
  expires_at: 'omitted',
  user_id: 'shown',
  invoice_id: 'shown',
  checkout_id: 'omitted',
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
