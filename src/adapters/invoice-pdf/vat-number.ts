import { tidyTaxId } from '#core/pricing/tax-id.ts';
import { isCountry } from '#core/shared/address.ts';

/** Prefixes of VAT numbers that are no country codes: Greece, and Northern Ireland. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** Whether a tax id has the form of a VAT number: the code of a country, and characters with digits among them. */
export const isVatNumber = (taxId: string): boolean => {
  const tidy = tidyTaxId(taxId);
  const prefix = tidy.slice(0, 2);
  return (isCountry(prefix) || OTHER_PREFIXES.includes(prefix)) && /^(?=.*\d)[\dA-Z+*]{2,13}$/.test(tidy.slice(2));
};
