import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { PaymentMethod } from './payment-method.ts';
import { paymentMethodView } from './payment-method-view.ts';

type Change = Readonly<{
  what: 'created' | 'updated' | 'deleted';
  /** Null for a new method. */
  before: PaymentMethod | null;
  /** Null for a deleted one. */
  after: PaymentMethod | null;
  at: Date;
}>;

/** The audit entry of a change. Brand, digits and expiry are not in it: entries outlive the person. */
export const paymentMethodAuditEntry = (
  actor: Actor,
  id: PaymentMethod['id'],
  { what, before, after, at }: Change,
): AuditEntry => ({
  actor,
  action: `payment_method.${what}`,
  resource: { type: 'payment_method', id },
  ...changesOf(viewOf(before), viewOf(after), { shown: ['gateway', 'status', 'is_default'] }),
  at,
});

const viewOf = (method: PaymentMethod | null): object => (method === null ? {} : paymentMethodView(method));
