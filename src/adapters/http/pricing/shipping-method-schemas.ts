import Joi from 'joi';
import { WEIGHT_UNITS } from '#core/catalog/product-fields.ts';
import { SHIPPING_BASES, type ShippingMethodFields, type ShippingMethodView } from '#core/pricing/shipping-method.ts';
import type { TierFields } from '#core/pricing/shipping-tier.ts';
import { country } from '../schemas/address.ts';
import { amount, currency, line, pageOf } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { PATCH_DESCRIPTION, taxCategory } from './rule-fields.ts';

const tier = objectOf<TierFields>({
  up_to: required(
    amount().allow(null),
    'The largest total or weight of the tier, inclusive; null, of the last only, for any.',
    50,
  ),
  price: required(amount(), 'The price in major units.', 4.9),
})
  .id('ShippingTier')
  .description('The price of shipping up to a total or a weight.');

const fields = {
  name: line(100).description('What buyers see.').example('Standard'),
  active: Joi.boolean().description('Whether it is offered; true by default.').example(true),
  countries: Joi.array()
    .items(country())
    .max(250)
    .unique()
    .description('The countries that it ships to, as ISO 3166-1 alpha-2 codes; all if empty.')
    .example(['DE', 'AT']),
  regions: Joi.array()
    .items(line(255))
    .max(100)
    .description('The `state`s of the addresses that it ships to, whatever their case; all if empty.')
    .example([]),
  currency: currency().description('The currency of the prices; that of the store by default.').example('USD'),
  price_by: Joi.string()
    .valid(...SHIPPING_BASES)
    .description('`total`: the tiers are totals of the items, the default; `weight`: their weights.')
    .example('total'),
  weight_unit: Joi.string()
    .valid(...WEIGHT_UNITS)
    .description('The unit of the tiers by weight; `g` is the default.')
    .example('kg'),
  tiers: Joi.array()
    .items(tier)
    .min(1)
    .max(50)
    .description('At most 50, ascending. An order beyond the last cannot be shipped by this method.')
    .example([
      { up_to: 50, price: 4.9 },
      { up_to: null, price: 2.9 },
    ]),
  free_above: amount()
    .allow(null)
    .description('The total of the items, in major units, from which it costs nothing; null for never.')
    .example(100),
  tax_category: taxCategory().description('The tax category of the shipping; null for the standard rate.'),
};

/** The body of POST. */
export const shippingMethodInput = objectOf<ShippingMethodFields>({
  ...fields,
  name: fields.name.required(),
  tiers: fields.tiers.required(),
})
  .id('ShippingMethodInput')
  .description('A shipping method; omitted fields have their defaults.');

/** The body of PATCH. */
export const shippingMethodPatch = objectOf<Partial<ShippingMethodFields>>({
  ...fields,
  active: fields.active.allow(null),
  countries: fields.countries.allow(null),
  regions: fields.regions.allow(null),
  currency: fields.currency.allow(null),
  price_by: fields.price_by.allow(null),
  weight_unit: fields.weight_unit.allow(null),
})
  .id('ShippingMethodPatch')
  .description(PATCH_DESCRIPTION);

export const shippingMethodSchema = resourceSchema<ShippingMethodView>('shipping_method', 'shm', {
  name: fields.name.required(),
  active: fields.active.required(),
  countries: fields.countries.required(),
  regions: fields.regions.required(),
  currency: fields.currency.required(),
  price_by: fields.price_by.required(),
  weight_unit: fields.weight_unit.required(),
  tiers: fields.tiers.required(),
  free_above: fields.free_above.required(),
  tax_category: fields.tax_category.required(),
})
  .id('ShippingMethod')
  .description('A way to ship an order, and its price.');

export const shippingMethodPage = pageOf('ShippingMethodList', shippingMethodSchema);
