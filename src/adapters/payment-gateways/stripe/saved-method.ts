import type { Stripe } from 'stripe';
import type { MethodDetails } from '#core/payments/saved-methods.ts';

/** A saved method: a payment method and the customer that it is attached to, without whom it cannot be charged. */
type SavedMethod = Readonly<{ customer: string; method: string }>;

/** Customer and payment method as one reference: `cus_…/pm_…`. */
export const referenceOf = ({ customer, method }: SavedMethod): string => `${customer}/${method}`;

export const savedMethodIn = (reference: string): SavedMethod => {
  const [customer = '', method = ''] = reference.split('/');
  return { customer, method };
};

export const detailsOf = ({ type, card, sepa_debit, us_bank_account }: Stripe.PaymentMethod): MethodDetails => ({
  type,
  brand: card?.brand ?? null,
  last4: card?.last4 ?? sepa_debit?.last4 ?? us_bank_account?.last4 ?? null,
  expMonth: card?.exp_month ?? null,
  expYear: card?.exp_year ?? null,
});
