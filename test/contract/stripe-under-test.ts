import type { ChargeName } from '#core/payments/payment-gateway.ts';
import { openStripe, type StripeUnderTest } from '../support/open-stripe.ts';
import type { StripeRequest } from '../support/stripe-server.ts';
import { aRequest } from './gateway-under-test.ts';

/** A charge that is held, or was taken. */
export const charged = async (
  { gateway }: StripeUnderTest,
  captureMethod: 'manual' | 'automatic',
): Promise<ChargeName> => {
  const request = aRequest('pm_card_visa', { captureMethod });
  const outcome = await gateway.authorize(request);
  return { key: request.key, reference: 'reference' in outcome ? outcome.reference : null };
};

/** The last request that Stripe got. */
export const last = ({ server }: StripeUnderTest): StripeRequest => {
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Stripe was not asked.');
  return request;
};

/** The paths of the requests that change something. */
export const writes = ({ server }: StripeUnderTest): string[] =>
  server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

/** Opens Stripe before each case of a `describe`, and closes it after. */
export const useStripe = (given: Parameters<typeof openStripe>[0] = {}): (() => StripeUnderTest) => {
  let stripe: StripeUnderTest;
  beforeEach(async () => {
    stripe = await openStripe(given);
  });
  afterEach(() => stripe.close());
  return () => stripe;
};
