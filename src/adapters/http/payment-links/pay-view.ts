import { pricedInvoiceLine } from '#core/invoices/document-parts.ts';
import { chargedOf } from '#core/invoices/invoice-states.ts';
import type { TableRow } from '#core/mails/mail-document.ts';
import { amountText, dateText } from '#core/mails/mail-language.ts';
import { pricedItem } from '#core/orders/order-item.ts';
import { itemLabel, sumRows } from '#core/orders/order-mail.ts';
import type { ShownLink } from '#core/payments/links/use-cases/show-payment-link.ts';
import { Payable } from '#core/payments/payable.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Money } from '#core/shared/money.ts';
import type { Shop } from '#core/shop/shop.ts';
import {
  alertOf,
  contactLine,
  type HostedContent,
  type HostedFrame,
  hiddenField,
  linkTo,
  noteOf,
  paragraph,
  storedImage,
} from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { PAY_MESSAGES } from './pay-messages.ts';

/** What the page shows of a link. */
export type ShownPage = Readonly<{
  frame: HostedFrame;
  shop: Pick<Shop, 'email' | 'timeZone'>;
  shown: ShownLink;
  /** Of those that buyers may use. */
  gateways: readonly PaymentGateway[];
  /** Where the form is sent. */
  address: string;
  nonce: string;
  /** The origin whose images are shown. */
  imageOrigin: string;
  /** The page of the shop to which a buyer goes back who has paid. */
  returnUrl: string | undefined;
  alerts: readonly string[];
}>;

/** The form's field for a token of a gateway. */
export const choiceOf = (gateway: string, token: string): string => `${gateway}:${token}`;

/** What is paid and how, or why it is not paid here. */
export const payView = (page: ShownPage): HostedContent => {
  const { shown, frame, alerts } = page;
  const messages = PAY_MESSAGES[frame.language];
  const { payable, state } = shown;
  if (state !== 'payable') return stateView(page, state);
  const title =
    payable.kind === 'order' ? messages.order(payable.order.number) : messages.invoice(payable.invoice.number ?? '');
  const content = `<h1>${escapeHtml(title)}</h1>
${alertOf(alerts)}
${summary(page)}
${waitingPart(page)}
${formPart(page)}
${contactLine(page.shop, page.frame.language)}`;
  return { title, content };
};

const stateView = (page: ShownPage, state: Exclude<ShownLink['state'], 'payable'>): HostedContent => {
  const messages = PAY_MESSAGES[page.frame.language];
  const { title, text } = messages.states[state];
  const showsWhat = state === 'paid' || state === 'processing';
  const content = `<h1>${escapeHtml(title)}</h1>
${alertOf(page.alerts)}
${noteOf(text)}
${state === 'processing' ? linkTo(page.address, messages.refresh, 'button') : ''}
${page.returnUrl === undefined ? '' : linkTo(page.returnUrl, messages.proceed, 'button')}
${showsWhat ? summary(page) : ''}
${contactLine(page.shop, page.frame.language)}`;
  return { title, content };
};

/** The page of a token that is of no link. */
export const unknownView = ({ language }: HostedFrame): HostedContent => {
  const { title, text } = PAY_MESSAGES[language].unknown;
  return { title, content: `<h1>${escapeHtml(title)}</h1>\n${paragraph(text)}` };
};

type Line = TableRow & Readonly<{ image: string | null }>;

const linesOf = ({ shown: { payable }, frame: { language } }: ShownPage): Line[] =>
  payable.kind === 'order'
    ? payable.order.items
        .filter(({ quantity }) => quantity > 0)
        .map((item) => ({
          label: itemLabel(item, item.quantity),
          value: amountText(pricedItem(item).price, language),
          image: item.image,
        }))
    : payable.invoice.lines.map((line) => ({
        label: `${line.quantity} × ${line.description}`,
        value: amountText(pricedInvoiceLine(line).price, language),
        image: null,
      }));

/** The lines, what they cost together, what was paid before, and what is due. */
const summary = (page: ShownPage): string => {
  const { shown, frame, shop } = page;
  const { payable, state } = shown;
  const { language } = frame;
  const messages = PAY_MESSAGES[language];
  const lines = linesOf(page);
  const images = lines.map(({ image }) => storedImage(image, page.imageOrigin));
  const hasImages = images.some((image) => image !== undefined);
  const [subtotal, ...others] = sumRows(
    payable.kind === 'order' ? payable.order : chargedOf(payable.invoice),
    language,
  );
  // a subtotal that is the total says nothing
  const sums = subtotal === undefined || others.length === 1 ? others : [subtotal, ...others];
  const span = hasImages ? ' colspan="2"' : '';
  const rowOf = ({ label, value }: TableRow, css = ''): string =>
    `<tr${css === '' ? '' : ` class="${css}"`}><th scope="row"${span}>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
  const paid = paidOf(payable);
  const amounts = [
    ...(paid.minor > 0n ? [rowOf({ label: messages.paidBefore, value: amountText(paid, language) })] : []),
    ...(state === 'payable'
      ? [rowOf({ label: messages.due, value: amountText(Payable.amountDue(payable), language) }, 'due')]
      : []),
  ];
  const dueAt = payable.kind === 'invoice' && state === 'payable' ? payable.invoice.dueAt : null;
  return `${dueAt === null ? '' : paragraph(messages.dueAt(dateText(dueAt, language, shop.timeZone)))}
<h2>${escapeHtml(messages.itemsTitle)}</h2>
<table>
${lines.map(({ label, value }, index) => lineRow({ label, value, image: images[index], hasImages })).join('\n')}
${sums.map((row) => rowOf(row, row.isTotal ? 'total' : '')).join('\n')}
${amounts.join('\n')}
</table>`;
};

type LineRow = TableRow & Readonly<{ image: string | undefined; hasImages: boolean }>;

const lineRow = ({ label, value, image, hasImages }: LineRow): string => {
  const picture = image === undefined ? '' : `<img src="${escapeHtml(image)}" alt="" width="44" height="44">`;
  const cell = hasImages ? `<td class="picture">${picture}</td>` : '';
  return `<tr>${cell}<th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
};

const paidOf = (payable: Payable): Money =>
  payable.kind === 'order'
    ? payable.order.amountPaid.subtract(payable.order.amountRefunded)
    : payable.invoice.amountPaid.add(payable.invoice.amountOutOfBand).subtract(payable.invoice.amountRefunded);

const waitingPart = ({ shown: { waiting }, frame }: ShownPage): string => {
  const messages = PAY_MESSAGES[frame.language];
  const url = waiting?.redirectUrl ?? null;
  return url === null
    ? ''
    : `<div class="note">${paragraph(messages.waiting)}
${linkTo(url, messages.continueAtBank)}</div>`;
};

const formPart = (page: ShownPage): string => {
  const { frame, gateways, address } = page;
  const messages = PAY_MESSAGES[frame.language];
  if (gateways.length === 0) return noteOf(messages.noWay);
  const links = gateways
    .filter(({ hostedForm }) => hostedForm?.script !== undefined)
    .map(({ name, hostedForm }) => {
      const text = messages.payBy(hostedForm?.title[frame.language] ?? name);
      return linkTo(cardAddress(address, name), text, 'button wide');
    });
  return [...links, choicesForm(page)].join('\n');
};

/** The page with the form of a provider, from the address of the page of the link. */
const cardAddress = (address: string, gateway: string): string => {
  const [path = '', query = ''] = address.split('?');
  return `${path}/card?${query}&gateway=${encodeURIComponent(gateway)}`;
};

const choicesForm = (page: ShownPage): string => {
  const { gateways, frame } = page;
  let count = 0;
  const fieldsets = gateways.flatMap(({ name, hostedForm }) => {
    const choices = (hostedForm?.choices ?? []).map(({ token, text }) => {
      count += 1;
      const value = escapeHtml(choiceOf(name, token));
      const checked = count === 1 ? ' checked' : '';
      return `<div class="choice"><input type="radio" name="choice" id="choice_${count}" value="${value}"${checked} required>
<label for="choice_${count}">${escapeHtml(text[frame.language])}</label></div>`;
    });
    const legend = escapeHtml(hostedForm?.title[frame.language] ?? name);
    return choices.length === 0 ? [] : [`<fieldset>\n<legend>${legend}</legend>\n${choices.join('\n')}\n</fieldset>`];
  });
  return fieldsets.length === 0 ? '' : payForm(page, fieldsets.join('\n'));
};

/** The form that pays what is shown, with its fields. */
const payForm = ({ shown: { payable }, frame: { language }, address, nonce }: ShownPage, fields: string): string => {
  const due = Payable.amountDue(payable);
  return `<form method="post" action="${escapeHtml(address)}">
${hiddenField('lang', language)}${hiddenField('nonce', nonce)}${hiddenField('amount', due.toDecimal())}${fields}
<button class="wide">${escapeHtml(PAY_MESSAGES[language].pay(amountText(due, language)))}</button>
</form>`;
};

/** The step with the form of a provider, whose script makes a token of what is typed into its frame. */
export const cardView = (page: ShownPage, { name, publicKey = '', hostedForm }: PaymentGateway): HostedContent => {
  const { frame, address } = page;
  const messages = PAY_MESSAGES[frame.language];
  const title = messages.payBy(hostedForm?.title[frame.language] ?? name);
  const fields = `${hiddenField('choice', choiceOf(name, ''))}${hiddenField('token', '')}
<div id="form_place" class="place" data-key="${escapeHtml(publicKey)}"></div>
<noscript>${noteOf(messages.needsScript)}</noscript>
<p class="error" id="form_error" role="alert"></p>`;
  const content = `<h1>${escapeHtml(title)}</h1>
${payForm(page, fields)}
${linkTo(address, messages.back)}`;
  return { title, content };
};
