import { nameKey, postalKey } from './place.ts';
import type { TaxRate } from './tax-rate.ts';
import { Validity } from './validity.ts';

/** Where goods are taxed. */
export type TaxPlace = Readonly<{ country: string; state: string | null; postal_code: string | null }>;

type TaxedGoods = Readonly<{ place: TaxPlace | null; taxCategory: string | null; at: Date }>;

/**
 * The rate for goods of a category at a place and time: of the rates that match, the one of the smallest area (the
 * longest postal prefix, then a region, then the country), and there the category’s own rate before the standard rate.
 */
export const findTaxRate = (rates: readonly TaxRate[], goods: TaxedGoods): TaxRate | undefined =>
  rates
    .filter((rate) => matches(rate, goods))
    .reduce<TaxRate | undefined>((best, rate) => {
      return best === undefined || precision(rate) > precision(best) ? rate : best;
    }, undefined);

const matches = (rate: TaxRate, { place, taxCategory, at }: TaxedGoods): boolean =>
  place !== null &&
  rate.country === place.country &&
  (rate.region === null || nameKey(rate.region) === nameKey(place.state ?? '')) &&
  (rate.postalPrefix === null || postalKey(place.postal_code ?? '').startsWith(postalKey(rate.postalPrefix))) &&
  (rate.taxCategory === null || nameKey(rate.taxCategory) === nameKey(taxCategory ?? '')) &&
  Validity.includes(rate, at);

/** Larger for smaller areas, and for a category’s own rate. */
const precision = ({ postalPrefix, region, taxCategory }: TaxRate): number =>
  4 * postalKey(postalPrefix ?? '').length + (region === null ? 0 : 2) + (taxCategory === null ? 0 : 1);
