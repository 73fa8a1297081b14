import type { Stripe } from 'stripe';

/** What payment intents and setup intents have in common. */
type SourceParams = Pick<Stripe.SetupIntentCreateParams, 'payment_method'> &
  Readonly<{
    payment_method_data?: Stripe.PaymentIntentCreateParams.PaymentMethodData &
      Stripe.SetupIntentCreateParams.PaymentMethodData;
  }>;

export const tokenParams = (token: string): SourceParams => {
  if (!token.startsWith('tok_')) return { payment_method: token };
  // the SDK's types omit cards, so that nobody sends card numbers
  const data = { type: 'card', card: { token } } as NonNullable<SourceParams['payment_method_data']>;
  return { payment_method_data: data };
};

/** Without a return URL redirects are disabled. */
export const returnParams = (
  returnUrl: string | null,
): Pick<Stripe.SetupIntentCreateParams, 'automatic_payment_methods' | 'return_url'> =>
  returnUrl === null
    ? { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }
    : { automatic_payment_methods: { enabled: true }, return_url: returnUrl };
