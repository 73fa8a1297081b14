import { amountText } from '#core/mails/mail-language.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import { type FormErrors, faulty, textField } from '../hosted/hosted-form.ts';
import { paragraph } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { needsAddress } from './checkout-form.ts';
import type { FormPart } from './shown-form.ts';

export const shippingFields = (part: FormPart): string => {
  const { shown, form, errors, messages, language } = part;
  if (!needsAddress(shown.priced)) return '';
  const options = shown.priced?.priced?.quote.shippingOptions ?? [];
  const { describedBy, error } = faulty(errors, 'shipping_method');
  const choices = options.map(({ methodId, name, price }, index) => {
    const id = `shipping_method_${index}`;
    const priceId = `${id}_price`;
    const cost = price.minor === 0n ? messages.free : amountText(price, language);
    return `<div class="choice"><input type="radio" name="shipping_method" id="${id}" value="${escapeHtml(methodId)}"${methodId === form.shippingMethod ? ' checked' : ''} aria-describedby="${priceId}">
<label for="${id}">${escapeHtml(name)}</label><span id="${priceId}">${escapeHtml(cost)}</span></div>`;
  });
  const isKnown = shown.checkout.contents.shippingAddress !== null;
  // an error may say it already
  const without = isKnown ? (error === '' ? paragraph(messages.unshippable) : '') : paragraph(messages.shippingUnknown);
  return `<fieldset id="shipping_method" tabindex="-1"${describedBy}>
<legend>${escapeHtml(messages.shippingMethodTitle)}</legend>
${error}
${options.length === 0 ? without : choices.join('\n')}
</fieldset>`;
};

export const codeFields = (part: FormPart): string => {
  const { shown, form, errors, messages } = part;
  const codes = shown.checkout.contents.discountCodes;
  const refused = shown.priced?.priced?.quote.refusedCodes ?? [];
  const choices = codes.map((code, index) => {
    const id = `code_${index}`;
    const refusal = refused.find((each) => each.code === discountCode(code));
    const found: FormErrors = new Map(refusal === undefined ? [] : [[id, messages.refusedCode({ ...refusal, code })]]);
    const { attributes, error } = faulty(found, id);
    return `${error}
<div class="choice"><input type="checkbox" name="code" id="${id}" value="${escapeHtml(code)}"${form.codes.includes(code) ? ' checked' : ''}${attributes}>
<label for="${id}">${escapeHtml(code)}</label></div>`;
  });
  const { attributes, error } = faulty(errors, 'new_code');
  return `<fieldset>
<legend>${escapeHtml(messages.codesTitle)}</legend>
${codes.length === 0 ? '' : `<p class="hint">${escapeHtml(messages.codesHint)}</p>`}
${choices.join('\n')}
<div class="field">
<label for="new_code">${escapeHtml(messages.labels.code)}</label>
${error}
<input id="new_code" name="new_code" type="text" value="${escapeHtml(form.newCode)}" autocomplete="off" autocapitalize="characters" spellcheck="false"${attributes}>
</div>
</fieldset>`;
};

export const taxIdField = (part: FormPart): string => {
  const { form, errors, messages } = part;
  const isOpen = form.taxId !== '' || errors.has('tax_id');
  const label = messages.optional(messages.labels.tax_id);
  return `<details${isOpen ? ' open' : ''}>
<summary>${escapeHtml(messages.taxIdTitle)}</summary>
${textField(errors, { id: 'tax_id', label, value: form.taxId, autocomplete: 'off', hint: messages.taxIdHint })}
</details>`;
};

export const acceptedFields = ({ termsPage, exemptions, form, errors, messages, shop }: FormPart): string => {
  const choice = (id: 'terms' | 'waiver', label: string): string => {
    const { attributes, error } = faulty(errors, id);
    return `${error}
<div class="choice"><input type="checkbox" name="${id}" id="${id}" value="1" required${form[id] ? ' checked' : ''}${attributes}>
<label for="${id}">${label}</label></div>`;
  };
  const waiver = [...exemptions].map((exemption) => messages.waivers[exemption]).join(' ');
  const [start, text, end] = messages.terms(shop.name).map(escapeHtml);
  const link = `<a href="${escapeHtml(termsPage ?? '')}" target="_blank" rel="noopener">${text}</a>`;
  return [
    ...(termsPage === null ? [] : [choice('terms', `${start}${link}${end}`)]),
    ...(exemptions.size > 0 ? [choice('waiver', escapeHtml(waiver))] : []),
  ].join('\n');
};
