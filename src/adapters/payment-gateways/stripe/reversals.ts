import type { Stripe } from 'stripe';
import type { ChargeDispute, FailedRefund } from '#core/payments/payment-gateway.ts';
import { Id } from '#core/shared/id.ts';
import { ofStripe } from './amounts.ts';

/** The values that the SDK's types name; later versions of the API may send others. */
type Known<Value extends string> = Value extends unknown ? (string extends Value ? never : Value) : never;

const FAILED: readonly (string | null)[] = ['failed', 'canceled'];

/** Refunds whose money came back, which Stripe does not count as refunded any more. */
export const failedRefundsOf = (refunds: readonly Stripe.Refund[]): FailedRefund[] =>
  refunds
    .filter(({ status }) => FAILED.includes(status))
    .map(({ metadata, amount, currency, failure_reason: reason }) => {
      const key = metadata?.['refund_id'] ?? '';
      const code = reason ?? 'failed';
      return {
        key: Id.is('re', key) ? key : null,
        amount: ofStripe(amount, currency),
        failure: { code, message: `Stripe could not refund: ${code}.` },
      };
    });

const MAX_DISPUTES = 100;

/** The disputes of an intent, the oldest first. */
export const disputesOf = async (stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeDispute[]> => {
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === 'string' || !charge.disputed) return [];
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: MAX_DISPUTES });
  return data.flatMap((dispute) => disputeOf(dispute) ?? []).reverse();
};

const disputeOf = (dispute: Stripe.Dispute): ChargeDispute | undefined => {
  const status = (STATUSES as Readonly<Record<string, ChargeDispute['status'] | null>>)[dispute.status] ?? null;
  if (status === null) return undefined;
  return {
    reference: dispute.id,
    status,
    amount: ofStripe(dispute.amount, dispute.currency),
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    // Stripe does not say when: it is the time of the first report
    closedAt: null,
  };
};

/** Every status that the SDK knows. Null for inquiries (`warning_…`) and prevented disputes, which withdraw no money. */
const STATUSES: Readonly<Record<Known<Stripe.Dispute.Status>, ChargeDispute['status'] | null>> = {
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};
