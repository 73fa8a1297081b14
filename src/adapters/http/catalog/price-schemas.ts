import Joi from 'joi';
import type { PricePeriodView } from '#core/catalog/price-history.ts';
import { currency, pageOf, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const priceSchema = objectOf<PricePeriodView>({
  object: Joi.string().valid('price').required().description('The type of the object.'),
  price: Joi.number().min(0).required().description('The price in major units.').example(19.99),
  currency: currency().required().description('ISO 4217 code.').example('USD'),
  published: Joi.boolean().required().description('Whether the product was active.').example(true),
  from: timestamp().required().description('When the product got this price.'),
  to: timestamp().allow(null).required().description('When it changed; null for the present price.'),
})
  .id('Price')
  .description('A price that a product had for a time.');

export const pricePage = pageOf('PriceList', priceSchema);
