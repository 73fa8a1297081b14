import { amountText } from '#core/mails/mail-language.ts';
import { errorSummary, faulty } from '../hosted/hosted-form.ts';
import { alertOf, contactLine, type HostedContent, hiddenField, linkTo, noteOf } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { addressFields, billingFields, contactFields } from './checkout-address-view.ts';
import { acceptedFields, codeFields, shippingFields, taxIdField } from './checkout-choices-view.ts';
import { needsAddress } from './checkout-form.ts';
import { itemFields, totalsTable } from './checkout-items-view.ts';
import { CHECKOUT_MESSAGES } from './checkout-page-messages.ts';
import { backLink } from './checkout-page-view.ts';
import { type FormPart, type ShownForm, totalOfPage } from './shown-form.ts';

export const formView = (page: ShownForm): HostedContent => {
  const { language } = page.frame;
  const messages = CHECKOUT_MESSAGES[language];
  const part: FormPart = { ...page, messages, language };
  const { errors, shown } = part;
  const title = errors.size > 0 ? messages.errorTitle : messages.title;
  const content = `<h1>${escapeHtml(messages.title)}</h1>
${errors.size > 0 ? errorSummary(messages.errorTitle, errors, () => true) : alertOf(part.alerts)}
${shown.checkout.contents.items.length === 0 ? noteOf(messages.empty) : formOf(part)}
${backLink(shown, messages)}
${contactLine(page.shop, language)}`;
  return { title, content };
};

const formOf = (part: FormPart): string => {
  const { messages, address, language } = part;
  return `${skipLink(part)}
<form method="post" action="${escapeHtml(address)}" novalidate>
${hiddenField('lang', language)}${contactFields(part)}
<fieldset>
<legend>${escapeHtml(messages.shippingTitle)}</legend>
${addressFields(part, 'shipping')}
</fieldset>
${billingFields(part)}
${shippingFields(part)}
${codeFields(part)}
${taxIdField(part)}
${noteField(part)}
${itemFields(part)}
${updateButton(part)}
${totalsTable(part)}
${acceptedFields(part)}
${noticeOf(part)}
${placeButton(part)}
</form>`;
};

/** Past the fields, for who has filled them before. */
const skipLink = (part: FormPart): string => {
  const { messages, language, shown } = part;
  const total = totalOfPage(part);
  if (total === undefined) return '';
  const count = shown.checkout.contents.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return linkTo('#items', messages.skip(count, amountText(total, language)));
};

const noteField = ({ form, errors, messages }: FormPart): string => {
  const { attributes, error } = faulty(errors, 'note');
  return `<div class="field">
<label for="note">${escapeHtml(messages.optional(messages.labels.note))}</label>
${error}
<textarea id="note" name="note" rows="2"${attributes}>
${escapeHtml(form.note)}</textarea>
</div>`;
};

/** The first button of the form, which the Enter key presses too. */
const updateButton = (part: FormPart): string => {
  const { messages } = part;
  const css = totalOfPage(part) === undefined ? 'wide' : 'wide secondary';
  const text =
    needsAddress(part.shown.priced) && totalOfPage(part) === undefined ? messages.toShipping : messages.update;
  return `<p><button class="${css}" name="action" value="update">${escapeHtml(text)}</button></p>`;
};

const noticeOf = ({ shop: { withdrawalNotice }, messages }: FormPart): string =>
  withdrawalNotice === null
    ? ''
    : `<details>
<summary>${escapeHtml(messages.withdrawalTitle)}</summary>
<p class="text">${escapeHtml(withdrawalNotice)}</p>
</details>`;

/** Only beside a total that is final. */
const placeButton = (part: FormPart): string => {
  const { messages, language } = part;
  const total = totalOfPage(part);
  if (total === undefined) return '';
  const text = total.minor === 0n ? messages.placeFree : messages.place(amountText(total, language));
  return `${hiddenField('total', total.toDecimal())}<p><button class="wide" name="action" value="place">${escapeHtml(text)}</button></p>`;
};
