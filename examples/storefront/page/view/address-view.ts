import type { Address, OrderAddress } from '../api/resources.ts';
import { element } from './element.ts';
import { labelled, textField, valueAt } from './field.ts';

/** Countries that the form offers; the quote says whether the shop ships there. */
const COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'PL', 'PT', 'SE', 'US'];

const countryName = (code: string): string =>
  new Intl.DisplayNames([navigator.language], { type: 'region' }).of(code) ?? code;

const POINTER = '/shipping_address';

export const addressFields = (address: Address | undefined): HTMLElement => {
  const country = element(
    'select',
    { 'data-pointer': `${POINTER}/country`, autocomplete: 'shipping country', required: true },
    ...COUNTRIES.map((code) =>
      element('option', { value: code, selected: code === (address?.country ?? 'DE') }, countryName(code)),
    ),
  );
  const part = (name: keyof Address, label: string, autocomplete: AutoFill, required = true): HTMLElement =>
    textField({
      label,
      pointer: `${POINTER}/${name}`,
      value: address?.[name] ?? '',
      autocomplete,
      required,
      maxlength: 255,
    });
  return element(
    'fieldset',
    {},
    element('legend', {}, 'Delivery address'),
    part('name', 'Name', 'shipping name'),
    part('line1', 'Street and number', 'shipping address-line1'),
    part('line2', 'Floor, flat or building (optional)', 'shipping address-line2', false),
    element(
      'div',
      { class: 'pair' },
      part('postal_code', 'Postal code', 'shipping postal-code'),
      part('city', 'City', 'shipping address-level2'),
    ),
    labelled(country, 'Country'),
  );
};

export const addressIn = (form: HTMLElement): OrderAddress => {
  const part = (name: keyof Address): string | null => valueAt(form, `${POINTER}/${name}`) ?? null;
  return {
    name: part('name'),
    line1: part('line1') ?? '',
    line2: part('line2'),
    postal_code: part('postal_code'),
    city: part('city'),
    country: part('country') ?? '',
  };
};

export const addressView = ({ name, line1, line2, postal_code, city, country }: Address): HTMLElement => {
  const lines = [name, line1, line2, [postal_code, city].filter(Boolean).join(' '), countryName(country)];
  return element('address', {}, ...lines.filter(Boolean).map((line) => element('span', {}, line)));
};
