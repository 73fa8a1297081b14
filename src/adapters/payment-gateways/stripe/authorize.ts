import type { Stripe } from 'stripe';
import type { AuthorizeOutcome, AuthorizeRequest, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { NOT_EXACT, toStripe } from './amounts.ts';
import type { Client } from './client.ts';
import { failureOf, intentOf, tokenErrorOf } from './failures.ts';
import type { IsRemembered } from './idempotency-cache.ts';
import { getIntent, searchIntent, statusOf } from './intents.ts';

type Deps = Readonly<{ client: Client; isRemembered: IsRemembered }>;

/** Makes and confirms an intent in one call. One that Stripe may have forgotten the call of is looked for before. */
export const makeAuthorize =
  ({ client, isRemembered }: Deps): PaymentGateway['authorize'] =>
  async (request) => {
    const amount = toStripe(request.amount);
    if (amount === undefined) return { ...NOT_EXACT, reference: null };
    try {
      const stripe = await client();
      const before = isRemembered(request.key) ? undefined : await searchOrFail(stripe, request);
      return outcomeOf(before ?? (await create(stripe, request, amount)));
    } catch (error) {
      return declinedError(error);
    }
  };

const create = async (stripe: Stripe, request: AuthorizeRequest, amount: number): Promise<Stripe.PaymentIntent> => {
  const options = { idempotencyKey: request.key };
  const intent = await stripe.paymentIntents.create(paramsOf(request, amount), options);
  const isSettled = ['succeeded', 'requires_capture'].includes(intent.status);
  const isRepeated = intent.lastResponse.headers['idempotent-replayed'] === 'true';
  // a repeated answer is as old as the first: the payer may have done by now what they had to
  return isRepeated && !isSettled ? ((await getIntent(stripe, intent.id)) ?? intent) : intent;
};

const paramsOf = (request: AuthorizeRequest, amount: number): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: request.amount.currency.toLowerCase(),
  confirm: true,
  capture_method: request.captureMethod,
  metadata: { payment_id: request.key, order_id: request.orderId },
  ...tokenParams(request.token),
  ...returnParams(request.returnUrl),
  ...(request.captureMethod === 'manual' && {
    payment_method_options: { card: { request_multicapture: 'if_available' } },
  }),
});

const tokenParams = (token: string): Partial<Stripe.PaymentIntentCreateParams> => {
  if (!token.startsWith('tok_')) return { payment_method: token };
  // the SDK's types leave cards out, so that nobody sends numbers
  const data = { type: 'card', card: { token } } as Stripe.PaymentIntentCreateParams.PaymentMethodData;
  return { payment_method_data: data };
};

/** A payer who cannot come back is sent nowhere: what needs them fails instead of waiting. */
const returnParams = (returnUrl: string | null): Partial<Stripe.PaymentIntentCreateParams> =>
  returnUrl === null
    ? { automatic_payment_methods: { enabled: true, allow_redirects: 'never' }, error_on_requires_action: true }
    : { automatic_payment_methods: { enabled: true }, return_url: returnUrl };

const outcomeOf = (intent: Stripe.PaymentIntent): AuthorizeOutcome => {
  const { status, redirectUrl, failure } = statusOf(intent);
  const reference = intent.id;
  if (failure) return { kind: 'declined', ...failure, reference };
  if (status === 'voided')
    return { kind: 'declined', code: 'canceled', message: 'The payment was cancelled.', reference };
  if (status === 'requires_action' && redirectUrl) return { kind: 'requires_action', reference, redirectUrl };
  return { kind: status === 'captured' || status === 'authorized' ? status : 'pending', reference };
};

const declinedError = (error: unknown): AuthorizeOutcome => {
  const message = tokenErrorOf(error);
  if (message !== undefined) return { kind: 'invalid_token', message };
  const failure = failureOf(error);
  return failure.kind === 'declined' ? { ...failure, reference: intentOf(error)?.id ?? null } : failure;
};

/** Without the search, which not every account has, nobody knows whether the intent would be a second one. */
const searchOrFail = async (stripe: Stripe, { key }: AuthorizeRequest): Promise<Stripe.PaymentIntent | undefined> => {
  try {
    return await searchIntent(stripe, key);
  } catch (error) {
    const { kind } = failureOf(error);
    throw kind === 'declined' ? new Error('Stripe does not search payments for this account.') : error;
  }
};
