import Joi from 'joi';
import type { PricePeriodView } from '#core/catalog/price-history.ts';
import { currency, pageOf, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const priceSchema = objectOf<PricePeriodView>({
  object: required(Joi.string().valid('price'), 'The type of the object.'),
  price: required(Joi.number().min(0), 'The price in major units.', 19.99),
  currency: required(currency(), 'ISO 4217 code.', 'USD'),
  published: required(Joi.boolean(), 'Whether the product was active with this price, at least for a time.', true),
  from: required(timestamp(), 'When the product got this price.'),
  to: required(timestamp().allow(null), 'When the price changed; null for the present one.'),
})
  .id('Price')
  .description('A price that a product had for a time.');

export const pricePage = pageOf('PriceList', priceSchema);
