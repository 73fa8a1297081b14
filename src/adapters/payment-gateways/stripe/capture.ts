import type { Stripe } from 'stripe';
import type { CaptureOutcome, CaptureRequest, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { NOT_EXACT, toStripe } from './amounts.ts';
import type { Client } from './client.ts';
import { failureOf } from './failures.ts';
import { findIntent } from './intents.ts';
import { NOT_FOUND_YET } from './not-found-yet.ts';

/**
 * Captures a part. Further captures are possible if card and account support multicapture; otherwise Stripe voids the
 * rest. Each capture leaves its key on the intent, which shows that it is done after Stripe has forgotten the
 * idempotency key.
 */
export const makeCapture =
  ({ client }: Readonly<{ client: Client }>): PaymentGateway['capture'] =>
  async (request) => {
    const amount = toStripe(request.amount);
    if (amount === undefined) return NOT_EXACT;
    try {
      const stripe = await client();
      const intent = await findIntent(stripe, request.charge);
      if (intent === undefined) return NOT_FOUND_YET;
      if (intent.metadata[request.key] !== undefined) return outcomeOf(intent);
      const options = { idempotencyKey: request.key };
      return outcomeOf(await stripe.paymentIntents.capture(intent.id, paramsOf(request, intent, amount), options));
    } catch (error) {
      return failureOf(error);
    }
  };

const paramsOf = (
  { key, isLast }: CaptureRequest,
  intent: Stripe.PaymentIntent,
  amount: number,
): Stripe.PaymentIntentCaptureParams => {
  const moreMayFollow = !isLast && amount < intent.amount_capturable && allowsMore(intent);
  return {
    amount_to_capture: amount,
    metadata: { [key]: String(amount) },
    ...(moreMayFollow && { final_capture: false }),
  };
};

const allowsMore = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  charge !== null &&
  typeof charge !== 'string' &&
  charge.payment_method_details?.card?.multicapture?.status === 'available';

const outcomeOf = ({ status }: Stripe.PaymentIntent): CaptureOutcome => ({
  kind: 'captured',
  isClosed: status !== 'requires_capture',
});
