import type { LookUpOutcome, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Clock } from '#core/shared/clock.ts';
import { makeAuthorize } from './authorize.ts';
import { makeCapture } from './capture.ts';
import { type Client, lazyClient } from './client.ts';
import { failureOf } from './failures.ts';
import { idempotencyCache } from './idempotency-cache.ts';
import { chargeOf, findIntent } from './intents.ts';
import { makeRefund } from './refund.ts';
import { makeVerify } from './stripe-webhooks.ts';
import { makeVoid } from './void.ts';

type Settings = Readonly<{
  /** `sk_test_…`, `sk_live_…` or a restricted `rk_…`. */
  secretKey: string;
  /** What Stripe signs its call-backs with: `whsec_…`. */
  webhookSecret: string;
  /** Where the API is, if not at Stripe: `http://127.0.0.1:12111`. */
  apiBase?: string;
}>;

type Surroundings = Readonly<{ clock: Clock; timeoutMs: number }>;

/** Stripe may take its time with a bank, but the caller gives up after 20 seconds. */
const TIMEOUT_MS = 15_000;

const TOKEN = /^(pm|tok)_[A-Za-z0-9_]{1,250}$/;

/**
 * Payments by Stripe, as PaymentIntents that are made and confirmed on the server. Our keys are Stripe's idempotency keys
 * and stand in the metadata of what they made, because Stripe forgets the former after a day.
 */
export const makeStripeGateway = (
  { webhookSecret, ...settings }: Settings,
  { clock = { now: () => new Date() }, timeoutMs = TIMEOUT_MS }: Partial<Surroundings> = {},
): PaymentGateway => {
  const client = lazyClient({ ...settings, timeoutMs });
  const isRemembered = idempotencyCache(clock);
  return {
    name: 'stripe',
    isManual: false,
    tokenError: (token) => (TOKEN.test(token) ? undefined : 'must be of a payment method of Stripe, pm_… or tok_…'),
    authorize: makeAuthorize({ client, isRemembered }),
    capture: makeCapture({ client }),
    void: makeVoid({ client }),
    refund: makeRefund({ client, isRemembered }),
    lookUp: makeLookUp(client),
    verify: makeVerify({ client, webhookSecret }),
  };
};

const makeLookUp =
  (client: Client): PaymentGateway['lookUp'] =>
  async (name): Promise<LookUpOutcome> => {
    try {
      const stripe = await client();
      const intent = await findIntent(stripe, name);
      return intent ? { kind: 'found', charge: await chargeOf(stripe, intent) } : { kind: 'not_found' };
    } catch (error) {
      const failure = failureOf(error);
      // refused, such as the search to accounts that have none
      return failure.kind === 'declined' ? { kind: 'cannot_tell' } : failure;
    }
  };
