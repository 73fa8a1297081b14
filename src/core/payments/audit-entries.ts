import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Payment } from './payment.ts';
import type { PaymentEntryType } from './payment-entry.ts';
import { paymentView } from './payment-view.ts';

const FIELDS = { shown: ['status', 'amount_captured', 'amount_refunded', 'failure_code'] };

/** What somebody did with a payment, or the service came to know of it. */
export const paymentAuditEntry = (
  actor: Actor,
  { what, before, after }: Readonly<{ what: PaymentEntryType; before: Payment; after: Payment }>,
): AuditEntry => ({
  actor,
  action: `payment.${what}`,
  resource: { type: 'payment', id: after.id },
  ...changesOf(paymentView(before), paymentView(after), FIELDS),
  at: after.updatedAt,
});
