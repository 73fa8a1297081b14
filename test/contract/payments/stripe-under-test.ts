import type { ChargeName } from '#core/payments/payment-gateway.ts';
import { openStripe, type StripeUnderTest } from '../../support/gateways/open-stripe.ts';
import type { StripeRequest } from '../../support/gateways/stripe-server.ts';
import { aRequest } from './gateway-under-test.ts';

/** An authorized or captured charge. */
export const charged = async (
  { gateway }: StripeUnderTest,
  captureMethod: 'manual' | 'automatic',
): Promise<ChargeName> => {
  const request = aRequest('pm_card_visa', { captureMethod });
  const outcome = await gateway.authorize(request);
  return { key: request.key, reference: 'reference' in outcome ? outcome.reference : null };
};

/** The last request to Stripe. */
export const last = ({ server }: StripeUnderTest): StripeRequest => {
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Stripe received no request.');
  return request;
};

/** The paths of writing requests. */
export const writes = ({ server }: StripeUnderTest): string[] =>
  server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

/** Opens Stripe before each test of a `describe` and closes it afterwards. */
export const useStripe = (options: Parameters<typeof openStripe>[0] = {}): (() => StripeUnderTest) => {
  let stripe: StripeUnderTest;
  beforeEach(async () => {
    stripe = await openStripe(options);
  });
  afterEach(() => stripe.close());
  return () => stripe;
};
