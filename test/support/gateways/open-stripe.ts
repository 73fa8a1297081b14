import { Stripe } from 'stripe';
import { makeStripeGateway } from '#adapters/payment-gateways/stripe/stripe-gateway.ts';
import type { GatewayWebhook, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { clockAtNoon, type ManualClock } from '../builders/builders.ts';
import { SECRET_KEY, type StripeServer, startStripeServer } from './stripe-server.ts';

const WEBHOOK_SECRET = 'whsec_a_secret_of_tests';

/** Tokens of Stripe's test mode with their outcomes. */
export const STRIPE_TOKENS = {
  succeeds: 'pm_card_visa',
  unknown: 'pm_1234567890',
  declines: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  requiresAction: 'pm_card_authenticationRequired',
  malformed: ['4242424242424242', 'pm', 'pm_', 'tok-visa', 'card_1234567890', 'pm_card visa', `pm_${'x'.repeat(300)}`],
};

/** The Stripe adapter with a server that imitates Stripe. */
export type StripeUnderTest = Readonly<{
  gateway: PaymentGateway;
  server: StripeServer;
  clock: ManualClock;
  close(): Promise<void>;
}>;

type StripeOptions = Readonly<{ multicapture?: boolean; secretKey?: string; timeoutMs?: number }>;

export const openStripe = async (options: StripeOptions = {}): Promise<StripeUnderTest> => {
  const { multicapture = true, secretKey = SECRET_KEY, timeoutMs = 5_000 } = options;
  const server = await startStripeServer();
  server.account.traits.multicapture = multicapture;
  const clock = clockAtNoon();
  const settings = { secretKey, webhookSecret: WEBHOOK_SECRET, apiBase: server.url };
  return { gateway: makeStripeGateway(settings, { clock, timeoutMs }), server, clock, close: () => server.close() };
};

let events = 0;

/** A new event as Stripe would send it, signed by its own SDK. */
export const signedEvent = (
  type: string,
  object: object,
  { at, secret = WEBHOOK_SECRET }: Readonly<{ at: Date; secret?: string }>,
): GatewayWebhook => {
  events += 1;
  const payload = JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } });
  return signed(payload, { at, secret });
};

/** Any text, signed like Stripe's. */
export const signed = (
  payload: string,
  { at, secret = WEBHOOK_SECRET }: Readonly<{ at: Date; secret?: string }>,
): GatewayWebhook => {
  const timestamp = at.getTime() / 1000;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return { headers, body: new TextEncoder().encode(payload), at };
};
