import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { TaxRate } from './tax-rate.ts';

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

/** The filters of the list of tax rates. */
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
