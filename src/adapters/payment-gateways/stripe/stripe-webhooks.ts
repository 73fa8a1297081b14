import type { Stripe } from 'stripe';
import type { GatewayWebhook, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { Id } from '#core/shared/id.ts';
import type { Client } from './client.ts';
import { failureOf } from './failures.ts';
import { getIntent } from './intents.ts';

type Deps = Readonly<{ client: Client; webhookSecret: string }>;

const TOLERANCE_SECONDS = 300;

/** The object of an event: an intent, also one that saves a payment method, or something that names its intent. */
type Subject = Readonly<{
  object?: string;
  metadata?: Readonly<Record<string, string>> | null;
  payment_intent?: string | Subject | null;
}>;

/** Verifies signature and timestamp and identifies the payment or the payment method. */
export const makeVerify =
  ({ client, webhookSecret }: Deps): PaymentGateway['verify'] =>
  async (webhook) => {
    const stripe = await client();
    const event = eventOf(stripe, webhookSecret, webhook);
    if (typeof event === 'string') return { kind: 'refused', why: event };
    try {
      return { kind: 'verified', id: event.id, key: await keyOf(stripe, event.data.object as Subject) };
    } catch (error) {
      const failure = failureOf(error);
      const why = 'why' in failure ? failure.why : failure.code;
      return { kind: 'unknown', why: `Stripe could not be asked for the event’s payment: ${why}` };
    }
  };

/** The event, or why it is not from Stripe. */
const eventOf = (stripe: Stripe, secret: string, { headers, body, at }: GatewayWebhook): Stripe.Event | string => {
  const signature = headers['stripe-signature'] ?? '';
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, at.getTime());
    return isEvent(event) ? event : 'is not from Stripe: it is no event';
  } catch (error) {
    const [why = ''] = error instanceof Error ? error.message.split('\n') : [];
    return `is not from Stripe: ${why.trim().replace(/\.$/, '') || 'it is no event'}`;
  }
};

const isEvent = (event: unknown): event is Stripe.Event =>
  typeof event === 'object' &&
  event !== null &&
  'id' in event &&
  typeof event.id === 'string' &&
  'data' in event &&
  typeof event.data === 'object' &&
  event.data !== null &&
  'object' in event.data;

type Key = Id<'pay' | 'pm'>;

const keyOf = async (stripe: Stripe, subject: Subject): Promise<Key | null> => {
  const own = keyIn(subject);
  if (own !== null || !subject.payment_intent) return own;
  if (typeof subject.payment_intent !== 'string') return keyIn(subject.payment_intent);
  const intent = await getIntent(stripe, subject.payment_intent);
  return intent ? keyIn(intent) : null;
};

const keyIn = ({ metadata }: Subject): Key | null => {
  const key = metadata?.['payment_id'] ?? metadata?.['payment_method_id'] ?? '';
  return Id.is('pay', key) || Id.is('pm', key) ? key : null;
};
