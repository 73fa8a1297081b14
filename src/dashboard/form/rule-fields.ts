import { countries, regions } from '../text/countries.ts';
import { currencies } from '../text/currencies.ts';
import { t } from '../text/text.ts';
import type { Field } from './field.ts';

/** The currency of a resource, or that of the shop. */
export const currencyField = (): Field => ({
  name: 'currency',
  kind: 'pick',
  ...currencies(),
  hint: t().products.currencyHint,
});

/** Countries, or all if none is chosen. */
export const countriesField = (): Field => ({
  name: 'countries',
  kind: 'picks',
  ...countries(),
  bundles: regions(),
  hint: t().pricing.countriesHint,
});

/** The codes that a buyer has entered. */
export const codesField: Field = { name: 'discount_codes', kind: 'chips' };
