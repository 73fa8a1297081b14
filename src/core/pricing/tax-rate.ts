import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { nameKey, postalKey, Validity } from './rule-scope.ts';

export type TaxRateId = Id<'txr'>;

/** A tax on goods of a category that are delivered to a place. */
export type TaxRate = Resource<'txr'> &
  Readonly<{
    name: string;
    /** Parts per million: 19 % is 190000. */
    rate: Rate;
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string;
    /** The `state` of an address, compared by `nameKey`; null for all of the country. */
    region: string | null;
    /** How a postal code starts, compared by `postalKey`; null for all. */
    postalPrefix: string | null;
    /** Of the product; null for the standard rate. */
    taxCategory: string | null;
    /** Inclusive. */
    validFrom: Date | null;
    /** Exclusive. */
    validTo: Date | null;
  }>;

/** A writer's fields in the API's names. */
export type TaxRateFields = Readonly<{
  name: string;
  /** 0 to 100, with at most 4 decimals. */
  percent: number;
  country: string;
  region?: string | null;
  postal_prefix?: string | null;
  tax_category?: string | null;
  valid_from?: Date | null;
  valid_to?: Date | null;
}>;

/** How many tax rates a shop has at most: every process caches all of them. */
export const MAX_TAX_RATES = 10_000;

export const TaxRate = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: TaxRateId, fields: TaxRateFields, at: Date): TaxRate => ({
    ...newResource(id, at),
    ...valuesOf(fields),
  }),

  /** Replaces the fields. @throws as `create` does. */
  change: (taxRate: TaxRate, fields: TaxRateFields, at: Date): TaxRate => nextVersion(taxRate, valuesOf(fields), at),

  /** The fields as a writer would send them. */
  fieldsOf: (taxRate: TaxRate): TaxRateFields => ({
    name: taxRate.name,
    percent: Rate.toPercent(taxRate.rate),
    country: taxRate.country,
    region: taxRate.region,
    postal_prefix: taxRate.postalPrefix,
    tax_category: taxRate.taxCategory,
    valid_from: taxRate.validFrom,
    valid_to: taxRate.validTo,
  }),

  /** What the rate applies to. Of rates with the same key, at most one is valid at any time. */
  scopeKey: ({ country, region, postalPrefix, taxCategory }: Omit<TaxRate, keyof Resource>): string =>
    JSON.stringify([
      country,
      region && nameKey(region),
      postalPrefix && postalKey(postalPrefix),
      taxCategory && nameKey(taxCategory),
    ]),
};

const prefixErrors = (prefix: string | null): FieldError[] =>
  prefix === null || postalKey(prefix) !== ''
    ? []
    : [{ path: ['postal_prefix'], code: 'string.pattern', message: 'must have a letter or a digit' }];

const valuesOf = (fields: TaxRateFields): Omit<TaxRate, keyof Resource> => {
  const rate = Rate.ofPercent(fields.percent);
  const validity = { validFrom: fields.valid_from ?? null, validTo: fields.valid_to ?? null };
  const errors: FieldError[] = [...prefixErrors(fields.postal_prefix ?? null), ...Validity.errors(validity)];
  if (typeof rate !== 'number') throw invalid([{ path: ['percent'], ...rate }, ...errors]);
  if (errors.length > 0) throw invalid(errors);
  return {
    name: fields.name,
    rate,
    country: fields.country,
    region: fields.region ?? null,
    postalPrefix: fields.postal_prefix ?? null,
    taxCategory: fields.tax_category ?? null,
    ...validity,
  };
};

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

/** A tax rate as the API shows it. */
export type TaxRateView = ResourceView<TaxRate, 'tax_rate'> &
  Readonly<{
    name: string;
    percent: number;
    country: string;
    region: string | null;
    postal_prefix: string | null;
    tax_category: string | null;
    valid_from: string | null;
    valid_to: string | null;
  }>;

export const taxRateView = (taxRate: TaxRate): TaxRateView => ({
  id: taxRate.id,
  object: 'tax_rate',
  name: taxRate.name,
  percent: Rate.toPercent(taxRate.rate),
  country: taxRate.country,
  region: taxRate.region,
  postal_prefix: taxRate.postalPrefix,
  tax_category: taxRate.taxCategory,
  valid_from: taxRate.validFrom?.toISOString() ?? null,
  valid_to: taxRate.validTo?.toISOString() ?? null,
  ...versionView(taxRate),
});

export const taxRateList = describeList<TaxRateView>()({
  filters: {
    country: {
      kind: 'equals',
      field: 'country',
      format: { type: 'pattern', pattern: /^[A-Z]{2}$/, maxLength: 2, message: 'must be an ISO 3166-1 alpha-2 code' },
      description: 'Tax rates of this country.',
      example: 'DE',
    },
    ...idsFilter('Tax rates', 'txr'),
    ...createdFilters('Tax rates'),
  },
  ...newestFirst,
});
