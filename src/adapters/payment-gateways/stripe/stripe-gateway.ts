import type { LookUpOutcome, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { makeAuthorize } from './authorize.ts';
import { makeCapture } from './capture.ts';
import { type Client, lazyClient } from './client.ts';
import { failureOf } from './failures.ts';
import { HOSTED_FORM } from './hosted-form.ts';
import { idempotencyCache } from './idempotency-cache.ts';
import { chargeOf, findIntent } from './intents.ts';
import { makeRefund } from './refund.ts';
import { makeRemove } from './remove.ts';
import { makeSave } from './save.ts';
import { makeVerify } from './stripe-webhooks.ts';
import { makeVoid } from './void.ts';

type Settings = Readonly<{
  /** `sk_test_…`, `sk_live_…` or a restricted `rk_…`. */
  secretKey: string;
  /** The signing secret of Stripe's webhooks: `whsec_…`. */
  webhookSecret: string;
  /** `pk_…`: Stripe's form in a page needs it. */
  publishableKey?: string;
  /** The API's address if not Stripe's: `http://127.0.0.1:12111`. */
  apiBase?: string;
}>;

const REAL_TIME: SystemClock = { isSystemTime: true, now: () => new Date() };

type Surroundings = Readonly<{ clock: SystemClock; timeoutMs: number }>;

/** Stripe may wait for a bank; the caller times out after 20 seconds. */
const TIMEOUT_MS = 15_000;

/** Whether a secret key moves real money. */
const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey);

const TOKEN = /^(pm|tok)_[A-Za-z0-9_]{1,250}$/;

/**
 * Payments through Stripe as server-confirmed PaymentIntents, and payment methods saved by SetupIntents. Our keys are Stripe's idempotency keys and also metadata
 * of the created objects, since Stripe forgets idempotency keys after a day.
 */
export const makeStripeGateway = (
  { webhookSecret, publishableKey, ...settings }: Settings,
  { clock = REAL_TIME, timeoutMs = TIMEOUT_MS }: Partial<Surroundings> = {},
): PaymentGateway => {
  const client = lazyClient({ ...settings, timeoutMs });
  const isKeyCached = idempotencyCache(clock);
  return {
    name: 'stripe',
    isManual: false,
    isLive: isLiveKey(settings.secretKey),
    // its script needs the key
    ...(publishableKey === undefined ? {} : { publicKey: publishableKey, hostedForm: HOSTED_FORM }),
    tokenError: (token) => (TOKEN.test(token) ? undefined : 'must be a Stripe payment method, pm_… or tok_…'),
    savedMethods: { save: makeSave({ client, isKeyCached }), remove: makeRemove({ client }) },
    authorize: makeAuthorize({ client, isKeyCached }),
    capture: makeCapture({ client }),
    void: makeVoid({ client }),
    refund: makeRefund({ client, isKeyCached }),
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
      // rejected, for instance a search for accounts without it
      return failure.kind === 'declined' ? { kind: 'cannot_tell' } : failure;
    }
  };
