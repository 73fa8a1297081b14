import type { MailLanguage } from '#core/mails/mail-language.ts';
import { type Address, COUNTRIES } from '#core/shared/address.ts';
import { faulty, textField } from '../hosted/hosted-form.ts';
import { paragraph } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { type AddressKind, needsAddress, partsOf, requiredParts } from './checkout-form.ts';
import type { FormPart } from './shown-form.ts';

export const contactFields = (part: FormPart): string => {
  const { messages, form, accountEmail } = part;
  const email = textField(part.errors, {
    ...{ id: 'email', label: messages.labels.email, value: form.email, autocomplete: 'email', type: 'email' },
    ...{ hint: messages.emailHint, required: true },
  });
  return `<fieldset>
<legend>${escapeHtml(messages.contactTitle)}</legend>
${accountEmail === null ? email : paragraph(`${messages.account} ${accountEmail}`)}
</fieldset>`;
};

const AUTOCOMPLETE: Readonly<Record<keyof Address, string>> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  postal_code: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
  country: 'country',
  phone: 'tel',
};

export const addressFields = (part: FormPart, kind: AddressKind): string => {
  const { messages, form, shown } = part;
  const isNeeded = kind === 'billing' || form.hasShipping || needsAddress(shown.priced);
  const fields = partsOf(kind).map((name) => {
    const required = isNeeded && requiredParts(form[kind]).includes(name);
    const label = messages.labels[name];
    const field = {
      id: `${kind}_${name}`,
      label: required ? label : messages.optional(label),
      value: form[kind][name],
      autocomplete: `${kind} ${AUTOCOMPLETE[name]}`,
      required,
    };
    if (name === 'country') return countryField(part, field);
    return textField(part.errors, { ...field, type: name === 'phone' ? 'tel' : 'text' });
  });
  return fields.join('\n');
};

const countryNames = new Map<MailLanguage, readonly Readonly<{ code: string; name: string }>[]>();

/** All countries by their names in a language, in its order. */
const countriesIn = (language: MailLanguage): readonly Readonly<{ code: string; name: string }>[] => {
  const known = countryNames.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const countries = [...COUNTRIES]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.name, b.name));
  countryNames.set(language, countries);
  return countries;
};

type CountryField = Readonly<{ id: string; label: string; value: string; autocomplete: string; required: boolean }>;

const countryField = (
  { errors, messages, language }: FormPart,
  { id, label, value, autocomplete, required }: CountryField,
): string => {
  const { attributes, error } = faulty(errors, id);
  const options = countriesIn(language).map(
    ({ code, name }) => `<option value="${code}"${code === value ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  );
  return `<div class="field">
<label for="${id}">${escapeHtml(label)}</label>
${error}
<select id="${id}" name="${id}" autocomplete="${autocomplete}"${required ? ' required' : ''}${attributes}>
<option value="">${escapeHtml(messages.chooseCountry)}</option>
${options.join('')}
</select>
</div>`;
};

export const billingFields = (part: FormPart): string => {
  const { messages, form } = part;
  return `<fieldset class="other">
<legend>${escapeHtml(messages.billingTitle)}</legend>
<div class="choice"><input type="checkbox" name="other_billing" id="other_billing" value="1"${form.hasBilling ? ' checked' : ''}>
<label for="other_billing">${escapeHtml(messages.otherBilling)}</label></div>
<div class="details">
${addressFields(part, 'billing')}
</div>
</fieldset>`;
};
