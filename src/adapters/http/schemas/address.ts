import Joi from 'joi';
import { type Address, type AddressFields, isCountry, PHONE } from '#core/shared/address.ts';
import { line, matching } from './fields.ts';
import { objectOf } from './object-of.ts';

export const phone = (): Joi.StringSchema =>
  matching(Joi.string().max(32), PHONE, 'must be a phone number such as +351 912 345 678').example('+351 912 345 678');

/** An ISO 3166-1 alpha-2 code. */
export const country = (): Joi.StringSchema =>
  Joi.string()
    .custom((code: string, helpers) =>
      isCountry(code) ? code : helpers.error('any.only', { message: 'must be an ISO 3166-1 alpha-2 code such as PT' }),
    )
    .meta({ pattern: '^[A-Z]{2}$', maxLength: 2 })
    .example('PT');

const part = (example: string): Joi.StringSchema => line(255).example(example);

const fields = {
  name: part('Ada Lovelace').allow(null).description('The recipient’s name.'),
  company: part('Analytical Engines').allow(null).description('The recipient’s company.'),
  line1: part('Rua Augusta 1').description('Street and number, or a PO box.'),
  line2: part('3 Esq.').allow(null).description('Floor, flat or building.'),
  city: part('Lisboa').allow(null).description('City, town or village.'),
  state: part('Lisboa').allow(null).description('State, province or region.'),
  postal_code: line(20).allow(null).description('Postal code.').example('1100-048'),
  country: country().description('ISO 3166-1 alpha-2 code.'),
  phone: phone().allow(null).description('A phone number for the delivery.'),
};

/** What an address is, whatever a field says of its own. */
const OWN_DESCRIPTION = { description: 'A postal address.' };

export const addressInput = objectOf<AddressFields>({
  ...fields,
  line1: fields.line1.required(),
  country: fields.country.required(),
})
  .id('AddressInput')
  .meta(OWN_DESCRIPTION)
  .description(OWN_DESCRIPTION.description);

/** A merge patch of an address; a new address needs the required fields. */
export const addressPatch = objectOf<Partial<Address>>(fields)
  .id('AddressPatch')
  .description('Address fields to set, or to remove by null.');

/** An address in a response. */
export const addressSchema = objectOf<Address>({
  name: fields.name.required(),
  company: fields.company.required(),
  line1: fields.line1.required(),
  line2: fields.line2.required(),
  city: fields.city.required(),
  state: fields.state.required(),
  postal_code: fields.postal_code.required(),
  country: fields.country.required(),
  phone: fields.phone.required(),
})
  .id('Address')
  .meta(OWN_DESCRIPTION)
  .description(OWN_DESCRIPTION.description);
