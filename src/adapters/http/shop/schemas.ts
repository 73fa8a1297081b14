import Joi from 'joi';
import type { ShopView } from '#core/shop/shop-view.ts';
import type { ShopPatch } from '#core/shop/use-cases/change-shop.ts';
import { addressPatch, addressSchema } from '../schemas/address.ts';
import { email } from '../schemas/email.ts';
import { line, matching } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const fields = {
  name: line(100).description('What customers call the shop; `Shop` by default.').example('Linen & Co'),
  legal_name: line(255).allow(null).description('The name of the company.').example('Linen & Co GmbH'),
  tax_id: line(50)
    .allow(null)
    .description('The shop’s own tax number, as its country writes it.')
    .example('DE123456789'),
  email: email()
    .allow(null)
    .description('Where customers reach the shop.')
    .example('hello@shop.example', { override: true }),
  logo_url: matching(Joi.string().max(2048).uri(), /^https:/i, 'must be an https URL')
    .allow(null)
    .description('The logo, over https.')
    .example('https://shop.example/logo.png'),
  time_zone: line(64)
    .description('The name of a time zone of the IANA database; `UTC` by default.')
    .example('Europe/Berlin'),
};

/** The body of PATCH. The core validates the time zone. */
export const shopPatch = objectOf<ShopPatch>({
  ...fields,
  name: fields.name.allow(null),
  address: addressPatch.allow(null),
  time_zone: fields.time_zone.allow(null),
})
  .id('ShopPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const shopSchema = resourceSchema<ShopView>('shop', 'shop', {
  name: fields.name.required(),
  legal_name: fields.legal_name.required(),
  address: addressSchema.allow(null).required().description('The address of the shop.'),
  tax_id: fields.tax_id.required(),
  email: fields.email.required(),
  logo_url: fields.logo_url.required(),
  time_zone: fields.time_zone.required(),
})
  .id('Shop')
  .description('The shop itself.');
