import type { Stripe } from 'stripe';
import type { AuthorizeOutcome, AuthorizeRequest, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { NOT_EXACT, toStripe } from './amounts.ts';
import type { Client } from './client.ts';
import { failureOf, intentOf, tokenErrorOf } from './failures.ts';
import type { IsKeyCached } from './idempotency-cache.ts';
import { getIntent, searchIntent, statusOf } from './intents.ts';
import { savedMethodIn } from './saved-method.ts';
import { returnParams, tokenParams } from './source-params.ts';

type Deps = Readonly<{ client: Client; isKeyCached: IsKeyCached }>;

/**
 * Creates and confirms an intent in one call. If Stripe may have forgotten the idempotency key, it first searches for
 * the intent.
 */
export const makeAuthorize =
  ({ client, isKeyCached }: Deps): PaymentGateway['authorize'] =>
  async (request) => {
    const amount = toStripe(request.amount);
    if (amount === undefined) return { ...NOT_EXACT, reference: null };
    try {
      const stripe = await client();
      const before = isKeyCached(request.key) ? undefined : await searchOrFail(stripe, request);
      return outcomeOf(before ?? (await create(stripe, request, amount)));
    } catch (error) {
      return declinedError(error, request);
    }
  };

const create = async (stripe: Stripe, request: AuthorizeRequest, amount: number): Promise<Stripe.PaymentIntent> => {
  const options = { idempotencyKey: request.key };
  const intent = await stripe.paymentIntents.create(paramsOf(request, amount), options);
  const isSettled = ['succeeded', 'requires_capture'].includes(intent.status);
  const isRepeated = intent.lastResponse.headers['idempotent-replayed'] === 'true';
  // a replayed response is as old as the first: the payer may have acted since
  return isRepeated && !isSettled ? ((await getIntent(stripe, intent.id)) ?? intent) : intent;
};

const paramsOf = (request: AuthorizeRequest, amount: number): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: request.amount.currency.toLowerCase(),
  confirm: true,
  capture_method: request.captureMethod,
  metadata: {
    payment_id: request.key,
    [request.payableId.startsWith('inv_') ? 'invoice_id' : 'order_id']: request.payableId,
  },
  ...sourceParams(request),
  ...actionParams(request),
  ...(request.captureMethod === 'manual' && {
    payment_method_options: { card: { request_multicapture: 'if_available' } },
  }),
});

const sourceParams = ({ token, saved, offSession = false }: AuthorizeRequest) => {
  if (saved === undefined) return tokenParams(token);
  const { customer, method } = savedMethodIn(saved);
  return { customer, payment_method: method, ...(offSession && { off_session: true }) };
};

/**
 * Without a return URL a charge that requires action fails instead of waiting; while the payer is absent Stripe declines
 * it.
 */
const actionParams = ({ saved, offSession, returnUrl }: AuthorizeRequest) => {
  if (saved !== undefined && offSession) return returnParams(null);
  return { ...returnParams(returnUrl), ...(returnUrl === null && { error_on_requires_action: true }) };
};

const outcomeOf = (intent: Stripe.PaymentIntent): AuthorizeOutcome => {
  const { status, redirectUrl, failure } = statusOf(intent);
  const reference = intent.id;
  if (failure) return { kind: 'declined', ...failure, reference };
  if (status === 'voided')
    return { kind: 'declined', code: 'canceled', message: 'The payment was cancelled.', reference };
  if (status === 'requires_action' && redirectUrl) return { kind: 'requires_action', reference, redirectUrl };
  return { kind: status === 'captured' || status === 'authorized' ? status : 'pending', reference };
};

const declinedError = (error: unknown, { saved }: AuthorizeRequest): AuthorizeOutcome => {
  const message = tokenErrorOf(error);
  if (message !== undefined) return saved === undefined ? { kind: 'invalid_token', message } : REMOVED;
  const failure = failureOf(error);
  return failure.kind === 'declined' ? { ...failure, reference: intentOf(error)?.id ?? null } : failure;
};

const REMOVED = {
  kind: 'declined',
  code: 'payment_method_removed',
  message: 'Stripe does not know the saved payment method, or cannot charge it any more.',
  reference: null,
} as const;

/** Without search, which some accounts lack, a new intent might be a duplicate. */
const searchOrFail = async (stripe: Stripe, { key }: AuthorizeRequest): Promise<Stripe.PaymentIntent | undefined> => {
  try {
    return await searchIntent(stripe, key);
  } catch (error) {
    const { kind } = failureOf(error);
    throw kind === 'declined' ? new Error('Stripe search is not available for this account.') : error;
  }
};
