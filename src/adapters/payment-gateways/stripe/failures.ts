import type { Stripe } from 'stripe';
import type { CaptureOutcome } from '#core/payments/payment-gateway.ts';

/** The outcomes of a request that did not succeed. */
export type Failure = Exclude<CaptureOutcome, { kind: 'captured' }>;

/** The parts of an SDK error that are used here. */
type StripeFailure = Readonly<{
  /** The error's class; missing for other errors. */
  type?: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
  payment_intent?: Stripe.PaymentIntent;
  detail?: Readonly<{ code?: string; syscall?: string }>;
}>;

/** Parameters that contain a payment method's token. */
const TOKEN_PARAMS = /^(payment_method$|payment_method_data)/;

const TOKEN_CODES: readonly (string | undefined)[] = ['token_already_used', 'token_in_use'];

/**
 * The outcome of a failed request. It omits Stripe's response, which contains what must not be logged, such as client
 * secrets.
 */
export const failureOf = (error: unknown): Failure => {
  const failure = error as StripeFailure;
  switch (failure.type) {
    case 'StripeCardError':
      return declined(failure, 'card_declined');
    case 'StripeInvalidRequestError':
      return declined(failure, 'invalid_request');
    case 'StripeAuthenticationError':
      return {
        kind: 'unreachable',
        why: `Stripe rejected the API key: check STRIPE_SECRET_KEY. ${traceOf(failure)}`,
      };
    case 'StripePermissionError':
      return { kind: 'unreachable', why: `The API key in STRIPE_SECRET_KEY lacks a permission. ${traceOf(failure)}` };
    case 'StripeRateLimitError':
      // the same request, still running, may hold the lock
      return { kind: failure.code === 'lock_timeout' ? 'unknown' : 'unreachable', why: traceOf(failure) };
    case 'StripeConnectionError':
      return { kind: wasSent(failure) ? 'unknown' : 'unreachable', why: traceOf(failure) };
    default:
      return { kind: 'unknown', why: traceOf(failure) };
  }
};

/** Why Stripe rejected the token, if it did; continues "The token". */
export const tokenErrorOf = (error: unknown): string | undefined => {
  const { type, param = '', code } = error as StripeFailure;
  if (type !== 'StripeInvalidRequestError') return undefined;
  if (TOKEN_CODES.includes(code)) return 'was used before.';
  return TOKEN_PARAMS.test(param) ? 'is unknown to Stripe or cannot be used here.' : undefined;
};

export const isMissing = (error: unknown): boolean => (error as StripeFailure).code === 'resource_missing';

/** Whether Stripe failed in a way that it replays for a day, whatever it did. */
export const isServerError = (error: unknown): boolean => ((error as StripeFailure).statusCode ?? 0) >= 500;

/** The intent of a rejected request. */
export const intentOf = (error: unknown): Stripe.PaymentIntent | undefined => (error as StripeFailure).payment_intent;

const declined = ({ decline_code, code, message }: StripeFailure, otherwise: string): Failure => ({
  kind: 'declined',
  code: decline_code || code || otherwise,
  message,
});

/** Without a connection nothing can have been done. */
const wasSent = ({ detail }: StripeFailure): boolean =>
  detail?.syscall !== 'connect' && detail?.syscall !== 'getaddrinfo';

const traceOf = ({ type, message, code, statusCode, requestId, detail }: StripeFailure): string => {
  if (type === undefined) return message;
  const parts = [statusCode, code ?? detail?.code, requestId].filter((part) => part !== undefined);
  return `Stripe failed with ${[type, ...parts].join(' ')}.`;
};
