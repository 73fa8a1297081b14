import type { Stripe } from 'stripe';
import type { CaptureOutcome } from '#core/payments/payment-gateway.ts';

/** Whatever can become of a request but that it was done. */
export type Failure = Exclude<CaptureOutcome, { kind: 'captured' }>;

/** An error of the SDK, as far as it is read here. */
type StripeFailure = Readonly<{
  /** The error's class; missing where the error is not the SDK's. */
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

/** Parameters that carry a payment method's token. */
const TOKEN_PARAMS = /^(payment_method$|payment_method_data)/;

const TOKEN_CODES: readonly (string | undefined)[] = ['token_already_used', 'token_in_use'];

/**
 * What an error says of a request. It says no more than that of what Stripe answered: an answer holds what must not stand
 * in a log, such as the secret of a client.
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
        why: `Stripe does not know the key: is STRIPE_SECRET_KEY right? ${traceOf(failure)}`,
      };
    case 'StripePermissionError':
      return { kind: 'unreachable', why: `The key in STRIPE_SECRET_KEY may not do this. ${traceOf(failure)}` };
    case 'StripeRateLimitError':
      // a lock may be held by the same request, made before and still under way
      return { kind: failure.code === 'lock_timeout' ? 'unknown' : 'unreachable', why: traceOf(failure) };
    case 'StripeConnectionError':
      return { kind: wasSent(failure) ? 'unknown' : 'unreachable', why: traceOf(failure) };
    default:
      return { kind: 'unknown', why: traceOf(failure) };
  }
};

/** What is wrong with the token, if it is the token that Stripe refused; goes on from "The token". */
export const tokenErrorOf = (error: unknown): string | undefined => {
  const { type, param = '', code } = error as StripeFailure;
  if (type !== 'StripeInvalidRequestError') return undefined;
  if (TOKEN_CODES.includes(code)) return 'was used before.';
  return TOKEN_PARAMS.test(param) ? 'is not known to Stripe, or cannot be used for this.' : undefined;
};

export const isMissing = (error: unknown): boolean => (error as StripeFailure).code === 'resource_missing';

/** Whether Stripe failed, and will say so again for a day, whatever it did. */
export const isFault = (error: unknown): boolean => ((error as StripeFailure).statusCode ?? 0) >= 500;

/** The intent that a refused request was about. */
export const intentOf = (error: unknown): Stripe.PaymentIntent | undefined => (error as StripeFailure).payment_intent;

const declined = ({ decline_code, code, message }: StripeFailure, otherwise: string): Failure => ({
  kind: 'declined',
  code: decline_code || code || otherwise,
  message,
});

/** Where not even a connection came about, nothing can have been done. */
const wasSent = ({ detail }: StripeFailure): boolean =>
  detail?.syscall !== 'connect' && detail?.syscall !== 'getaddrinfo';

const traceOf = ({ type, message, code, statusCode, requestId, detail }: StripeFailure): string => {
  if (type === undefined) return message;
  const parts = [statusCode, code ?? detail?.code, requestId].filter((part) => part !== undefined);
  return `Stripe failed with ${[type, ...parts].join(' ')}.`;
};
