import type { Stripe } from 'stripe';
import type { SavedMethods, SaveOutcome, SaveRequest } from '#core/payments/saved-methods.ts';
import type { Client } from './client.ts';
import { customerOf } from './customers.ts';
import { failureOf, isServerError, tokenErrorOf } from './failures.ts';
import type { IsKeyCached } from './idempotency-cache.ts';
import { detailsOf, referenceOf } from './saved-method.ts';
import { returnParams, tokenParams } from './source-params.ts';

type Deps = Readonly<{ client: Client; isKeyCached: IsKeyCached }>;

/** A payment method is attached to the customer of its user by a confirmed SetupIntent, for charges off-session. */
export const makeSave =
  ({ client, isKeyCached }: Deps): SavedMethods['save'] =>
  async (request) => {
    try {
      const stripe = await client();
      const customer = await customerOf(stripe, request.userId);
      const before = isKeyCached(request.key) ? undefined : await madeBefore(stripe, customer, request);
      return outcomeOf(before ?? (await create(stripe, customer, request)));
    } catch (error) {
      const message = tokenErrorOf(error);
      return message === undefined ? failureOf(error) : { kind: 'invalid_token', message };
    }
  };

const EXPANDED = 'payment_method';

/** After a fault Stripe replays it for a day; the list of intents shows whether the intent exists. */
const create = async (stripe: Stripe, customer: string, request: SaveRequest): Promise<Stripe.SetupIntent> => {
  try {
    const params = { ...paramsOf(request), customer };
    const intent = await stripe.setupIntents.create(params, { idempotencyKey: request.key });
    const isRepeated = intent.lastResponse.headers['idempotent-replayed'] === 'true';
    // a replayed response is as old as the first: the payer may have acted since
    return isRepeated && intent.status !== 'succeeded'
      ? await stripe.setupIntents.retrieve(intent.id, { expand: [EXPANDED] })
      : intent;
  } catch (error) {
    const intent = isServerError(error) ? await madeBefore(stripe, customer, request) : undefined;
    if (intent === undefined) throw error;
    return intent;
  }
};

const paramsOf = ({ key, token, userId, returnUrl }: SaveRequest): Stripe.SetupIntentCreateParams => ({
  confirm: true,
  usage: 'off_session',
  metadata: { payment_method_id: key, user_id: userId },
  expand: [EXPANDED],
  ...tokenParams(token),
  ...returnParams(returnUrl),
});

const MAX_INTENTS = 1_000;

const madeBefore = async (
  stripe: Stripe,
  customer: string,
  { key }: SaveRequest,
): Promise<Stripe.SetupIntent | undefined> => {
  const list = stripe.setupIntents.list({ customer, limit: 100, expand: [`data.${EXPANDED}`] });
  const intents = await list.autoPagingToArray({ limit: MAX_INTENTS });
  return intents.find(({ metadata }) => metadata?.['payment_method_id'] === key);
};

const outcomeOf = (intent: Stripe.SetupIntent): SaveOutcome => {
  const { status, payment_method: method, last_setup_error: error } = intent;
  switch (status) {
    case 'succeeded':
      return savedOutcome(intent.customer, method);
    case 'requires_action': {
      const redirectUrl = intent.next_action?.redirect_to_url?.url;
      return redirectUrl ? { kind: 'requires_action', redirectUrl } : NEEDS_RETURN_URL;
    }
    case 'requires_payment_method':
    case 'canceled':
      return {
        kind: 'declined',
        code: error?.decline_code ?? error?.code ?? status,
        message: error?.message ?? 'The payment method could not be saved.',
      };
    default:
      return { kind: 'unknown', why: `Stripe’s intent is ${status}.` };
  }
};

const NEEDS_RETURN_URL = {
  kind: 'declined',
  code: 'authentication_required',
  message: 'The payer must be authenticated: send a return_url.',
} as const;

const savedOutcome = (
  customer: Stripe.SetupIntent['customer'],
  method: Stripe.SetupIntent['payment_method'],
): SaveOutcome => {
  if (customer === null || method === null || typeof method === 'string') {
    return { kind: 'unknown', why: 'Stripe’s intent names no customer or payment method.' };
  }
  const id = typeof customer === 'string' ? customer : customer.id;
  return { kind: 'saved', reference: referenceOf({ customer: id, method: method.id }), details: detailsOf(method) };
};
