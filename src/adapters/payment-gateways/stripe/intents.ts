import type { Stripe } from 'stripe';
import type { Charge, ChargeName } from '#core/payments/payment-gateway.ts';
import type { Id } from '#core/shared/id.ts';
import { ofStripe } from './amounts.ts';
import { isMissing } from './failures.ts';
import { disputesOf, failedRefundsOf } from './reversals.ts';

const EXPANDED = 'latest_charge';

/** An intent with its charge; undefined if Stripe knows none. */
export const findIntent = (
  stripe: Stripe,
  { key, reference }: ChargeName,
): Promise<Stripe.PaymentIntent | undefined> =>
  reference === null ? searchIntent(stripe, key) : getIntent(stripe, reference);

export const getIntent = async (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> => {
  try {
    return await stripe.paymentIntents.retrieve(id, { expand: [EXPANDED] });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Stripe's search index lags by about a minute, at worst an hour. */
export const searchIntent = async (stripe: Stripe, key: Id<'pay'>): Promise<Stripe.PaymentIntent | undefined> => {
  const query = `metadata['payment_id']:'${key}'`;
  const { data } = await stripe.paymentIntents.search({ query, limit: 1, expand: [`data.${EXPANDED}`] });
  return data[0];
};

type Status = Pick<Charge, 'status' | 'redirectUrl' | 'failure'>;

/** The state of an intent in our terms. */
export const statusOf = (intent: Stripe.PaymentIntent): Status => {
  const redirectUrl = intent.next_action?.redirect_to_url?.url;
  switch (intent.status) {
    case 'succeeded':
      return { status: 'captured' };
    case 'requires_capture':
      return { status: 'authorized' };
    case 'requires_action':
      return redirectUrl ? { status: 'requires_action', redirectUrl } : { status: 'pending' };
    case 'requires_payment_method':
      return { status: 'declined', failure: whyDeclined(intent) };
    case 'canceled':
      // earlier captures remain
      return { status: intent.amount_received > 0 ? 'captured' : 'voided' };
    default:
      return { status: 'pending' };
  }
};

const whyDeclined = ({ last_payment_error }: Stripe.PaymentIntent): NonNullable<Charge['failure']> => ({
  code: last_payment_error?.decline_code ?? last_payment_error?.code ?? 'card_declined',
  message: last_payment_error?.message ?? 'The payment was declined.',
});

/** Converts an intent to a charge. */
export const chargeOf = async (stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Charge> => {
  const captured = ofStripe(intent.amount_received, intent.currency);
  const charge = { reference: intent.id, ...statusOf(intent), captured };
  // nothing was captured, so there is nothing to refund or to dispute
  if (captured.minor === 0n) return { ...charge, refunded: captured };
  const refunds = await refundsOf(stripe, intent.id);
  const [failedRefunds, disputes] = [failedRefundsOf(refunds), await disputesOf(stripe, intent)];
  return {
    ...charge,
    refunded: ofStripe(refundedOf(intent, refunds), intent.currency),
    ...(failedRefunds.length > 0 && { failedRefunds }),
    ...(disputes.length > 0 && { disputes }),
  };
};

/** The refunds of captured money. Stripe also counts voided authorizations as refunds. */
const refundedOf = (intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): number => {
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === 'string') return 0;
  const released = charge.amount - charge.amount_captured;
  if (charge.amount_refunded === 0 || released === 0 || intent.status === 'requires_capture')
    return charge.amount_refunded;
  const release = refunds.findLast((refund) => refund.amount === released && isRelease(refund));
  return charge.amount_refunded - (release ? released : 0);
};

const REASONS_OF_PEOPLE: readonly string[] = ['duplicate', 'fraudulent', 'requested_by_customer'];

/** Stripe records a void itself, without our id or a reason. */
const isRelease = ({ metadata, reason }: Stripe.Refund): boolean =>
  metadata?.['refund_id'] === undefined && !REASONS_OF_PEOPLE.includes(reason ?? '');

/** All refunds of an intent, the newest first. */
export const refundsOf = (stripe: Stripe, intentId: string): Promise<Stripe.Refund[]> =>
  stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 10_000 });
