import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import { totalOf } from '#core/orders/price-order.ts';
import type { Money } from '#core/shared/money.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { FormErrors } from '../hosted/hosted-form.ts';
import type { HostedFrame } from '../hosted/hosted-page.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { CheckoutMessages } from './checkout-texts.ts';

/** What the page shows of a checkout that has no order yet. */
export type ShownForm = Readonly<{
  frame: HostedFrame;
  shop: Pick<Shop, 'name' | 'email' | 'withdrawalNotice'>;
  shown: ShownCheckout;
  form: CheckoutForm;
  errors: FormErrors;
  alerts: readonly string[];
  /** The items as they were before the form changed them, which says what has changed for the buyer. */
  before: ShownCheckout;
  /** Of the account that orders; null for a guest. */
  accountEmail: string | null;
  /** The page with the terms, which must be accepted where there is one. */
  termsPage: string | null;
  /** Of the items, to which the buyer must agree. */
  exemptions: ReadonlySet<WithdrawalExemption>;
  /** Where the form is sent. */
  address: string;
  /** The origin whose images are shown. */
  imageOrigin: string;
}>;

/** A part of the page. */
export type FormPart = ShownForm & Readonly<{ messages: CheckoutMessages; language: MailLanguage }>;

/** What is to be paid; undefined while the shipping method is open, or nothing can be ordered. */
export const totalOfPage = ({ shown: { priced } }: Pick<FormPart, 'shown'>): Money | undefined => {
  const request = priced?.priced;
  if (request === undefined) return undefined;
  const { requiresShipping, shippingLines } = request.quote;
  return requiresShipping && shippingLines.length === 0 ? undefined : totalOf(request);
};
