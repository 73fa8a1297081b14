import type { Stripe } from 'stripe';
import type { PaymentGateway, VoidOutcome } from '#core/payments/payment-gateway.ts';
import type { Client } from './client.ts';
import { failureOf, intentOf } from './failures.ts';
import { findIntent } from './intents.ts';
import { NOT_FOUND_YET } from './not-found-yet.ts';

/** Cancels an intent or its uncaptured rest. */
export const makeVoid =
  ({ client }: Readonly<{ client: Client }>): PaymentGateway['void'] =>
  async ({ key, charge }) => {
    try {
      const stripe = await client();
      const id = charge.reference ?? (await findIntent(stripe, charge))?.id;
      if (id === undefined) return NOT_FOUND_YET;
      await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: key });
      return { kind: 'voided' };
    } catch (error) {
      return declinedError(error);
    }
  };

/** Stripe rejects a second void; for a repeated request it is done. */
const declinedError = (error: unknown): VoidOutcome => {
  const intent = intentOf(error);
  return intent && isLetGo(intent) ? { kind: 'voided' } : failureOf(error);
};

const isLetGo = ({ status, amount, amount_received }: Stripe.PaymentIntent): boolean =>
  status === 'canceled' || (status === 'succeeded' && amount_received < amount);
