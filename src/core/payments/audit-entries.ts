import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Payment } from './payment.ts';
import type { PaymentEntryType } from './payment-entry.ts';
import { paymentView } from './payment-view.ts';

const FIELDS = {
  shown: ['status', 'amount_captured', 'amount_refunded', 'failure_code', 'dispute', 'attention'],
};

/** The audit entry of a payment's change, by a person or the service; `compared`: with the ledger. */
export const paymentAuditEntry = (
  actor: Actor,
  { what, before, after }: Readonly<{ what: PaymentEntryType | 'compared'; before: Payment; after: Payment }>,
): AuditEntry => ({
  actor,
  action: `payment.${what}`,
  resource: { type: 'payment', id: after.id },
  ...changesOf(paymentView(before), paymentView(after), FIELDS),
  at: after.updatedAt,
});
