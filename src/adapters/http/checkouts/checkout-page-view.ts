import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import { amountText } from '#core/mails/mail-language.ts';
import { Order } from '#core/orders/order.ts';
import type { Shop } from '#core/shop/shop.ts';
import {
  contactLine,
  type HostedContent,
  type HostedFrame,
  hiddenField,
  linkTo,
  noteOf,
  paragraph,
} from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { CHECKOUT_MESSAGES } from './checkout-page-messages.ts';
import type { CheckoutMessages } from './checkout-texts.ts';

type ShownState = Readonly<{
  frame: HostedFrame;
  shop: Pick<Shop, 'email'>;
  shown: ShownCheckout;
  /** Where the order is paid by a link; undefined if there is none. */
  payAddress: string | undefined;
  address: string;
}>;

/** The page of a checkout that has placed its order or has ended. */
export const stateView = ({ frame, shop, shown, payAddress, address }: ShownState): HostedContent => {
  const { language } = frame;
  const messages = CHECKOUT_MESSAGES[language];
  const { order, payment, status } = shown;
  // a payer whose bank waits may also pay in another way, on the page of the payment
  const isAwaited = status === 'in_progress' && payment !== undefined && payment.redirectUrl === null;
  const { title, text } = messages.states[stateOf(shown, isAwaited)];
  const step = (): string => {
    if (status !== 'in_progress') return '';
    if (isAwaited) return linkTo(address, messages.update, 'button');
    return payAddress === undefined
      ? payForm({ frame, address }, messages)
      : linkTo(payAddress, messages.pay, 'button');
  };
  const facts =
    order === undefined
      ? ''
      : `<dl>
<dt>${escapeHtml(messages.order(order.number))}</dt>
<dd>${escapeHtml(`${messages.total}: ${amountText(Order.total(order), language)}`)}</dd>
</dl>`;
  const content = `<h1>${escapeHtml(title)}</h1>
${noteOf(text)}
${facts}
${step()}
${backLink(shown, messages, status === 'in_progress' ? '' : 'button')}
${contactLine(shop, language)}`;
  return { title, content };
};

const stateOf = ({ order, status }: ShownCheckout, isAwaited: boolean): keyof CheckoutMessages['states'] => {
  if (isAwaited) return 'processing';
  if (status === 'cancelled' || status === 'expired') return order === undefined ? status : `order_${status}`;
  return status === 'completed' ? status : 'in_progress';
};

/** Its button makes the link by which the order is paid. */
const payForm = ({ frame, address }: Pick<ShownState, 'frame' | 'address'>, { pay }: CheckoutMessages): string =>
  `<form method="post" action="${escapeHtml(address)}">
${hiddenField('lang', frame.language)}<p><button name="action" value="pay">${escapeHtml(pay)}</button></p>
</form>`;

export const backLink = ({ checkout: { returnUrl } }: ShownCheckout, { back }: CheckoutMessages, css = ''): string =>
  returnUrl === null ? '' : linkTo(returnUrl, back, css);

/** The page of a token that is of no checkout. */
export const unknownView = ({ language }: HostedFrame): HostedContent => {
  const { title, text } = CHECKOUT_MESSAGES[language].unknown;
  return { title, content: `<h1>${escapeHtml(title)}</h1>\n${paragraph(text)}` };
};
