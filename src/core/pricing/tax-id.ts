import { isCountry } from '#core/shared/address.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Cart } from './cart.ts';

/** The formats of VAT numbers in the European Union by country, after the prefix (Council Regulation 904/2010). */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** VAT numbers of Greece start with EL. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** Whether a country is in the European Union’s VAT area. */
const isInEuropeanUnion = (country: string): boolean => Object.hasOwn(FORMATS, country);

/** A tax id without spaces, dots and hyphens, in upper case. */
export const tidyTaxId = (taxId: string): string => taxId.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a tidy tax id has the form of a VAT number of a country of the European Union. */
const isVatNumberOf = (country: string, taxId: string): boolean => {
  const prefix = prefixOf(country);
  return taxId.startsWith(prefix) && (FORMATS[country]?.test(taxId.slice(prefix.length)) ?? false);
};

/** Whether a business in one country buys from a shop in another without tax, under the reverse charge. */
export const isReverseCharge = (
  taxId: string | null,
  { from, to }: Readonly<{ from: string | null; to: string | null }>,
): boolean =>
  taxId !== null &&
  from !== null &&
  to !== null &&
  from !== to &&
  isInEuropeanUnion(from) &&
  isInEuropeanUnion(to) &&
  isVatNumberOf(to, taxId);

/** Prefixes of VAT numbers that are no country codes: Greece, and Northern Ireland. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** Whether a tax id has the form of a VAT number: the code of a country, and characters with digits among them. */
export const isVatNumber = (taxId: string): boolean => {
  const tidy = tidyTaxId(taxId);
  const prefix = tidy.slice(0, 2);
  return (isCountry(prefix) || OTHER_PREFIXES.includes(prefix)) && /^(?=.*\d)[\dA-Z+*]{2,13}$/.test(tidy.slice(2));
};

const TAX_ID = /^[A-Z0-9/+*]{4,30}$/;

type Taxed = Pick<Cart, 'taxId' | 'shippingAddress' | 'billingAddress'>;

/** Whether a tax id is one of the buyer's country, or there is none. */
export const isTaxIdOf = (cart: Taxed): boolean => taxIdError(cart) === undefined;

/** @throws DomainError `validation_failed` for a tax id that is none of the buyer's country. */
export const requireTaxId = (cart: Taxed): void => {
  const error = taxIdError(cart);
  if (error !== undefined) throw invalid([error]);
};

const taxIdError = ({ taxId, shippingAddress, billingAddress }: Taxed): FieldError | undefined => {
  if (taxId === null) return undefined;
  const country = (shippingAddress ?? billingAddress)?.country;
  const isOfUnion = country !== undefined && isInEuropeanUnion(country);
  if (isOfUnion ? isVatNumberOf(country, taxId) : TAX_ID.test(taxId)) return undefined;
  const message = isOfUnion
    ? `must be a VAT number of ${country}, the country of the address`
    : 'must have 4 to 30 letters and digits';
  return { path: ['tax_id'], code: 'tax_id.format', message };
};
