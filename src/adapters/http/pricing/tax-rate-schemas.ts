import type { TaxRateFields, TaxRateView } from '#core/pricing/tax-rate.ts';
import { country } from '../schemas/address.ts';
import { line, pageOf } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { PATCH_DESCRIPTION, percent, taxCategory, validity, validityView } from './rule-fields.ts';

const fields = {
  name: line(100).description('What buyers see.').example('VAT'),
  percent: percent().description('The rate in percent, with at most 4 decimals.').example(19),
  country: country()
    .description('The country of the delivery, as an ISO 3166-1 alpha-2 code.')
    .example('DE', { override: true }),
  region: line(255)
    .allow(null)
    .description('The `state` of the address, whatever its case; null for the whole country.')
    .example('Bayern'),
  postal_prefix: line(20)
    .allow(null)
    .description('What the postal code starts with, whatever its case, white space and hyphens; null for all.')
    .example('80'),
  tax_category: taxCategory().description('The `tax_category` of the product; null for the standard rate.'),
};

/** The body of POST. */
export const taxRateInput = objectOf<TaxRateFields>({
  ...fields,
  ...validity(),
  name: fields.name.required(),
  percent: fields.percent.required(),
  country: fields.country.required(),
})
  .id('TaxRateInput')
  .description('A tax rate; omitted fields are null.');

/** The body of PATCH. */
export const taxRatePatch = objectOf<Partial<TaxRateFields>>({ ...fields, ...validity() })
  .id('TaxRatePatch')
  .description(PATCH_DESCRIPTION);

export const taxRateSchema = resourceSchema<TaxRateView>('tax_rate', 'txr', {
  name: fields.name.required(),
  percent: fields.percent.required(),
  country: fields.country.required(),
  region: fields.region.required(),
  postal_prefix: fields.postal_prefix.required(),
  tax_category: fields.tax_category.required(),
  ...validityView(),
})
  .id('TaxRate')
  .description('A tax on goods of a category that are delivered to a place.');

export const taxRatePage = pageOf('TaxRateList', taxRateSchema);
