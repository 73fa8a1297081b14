import Joi from 'joi';
import { isCountry } from '#core/shared/country.ts';
import { line, matching } from './fields.ts';

export const phone = (): Joi.StringSchema =>
  matching(Joi.string().max(32), /^\+?[\d ().\-/]{3,31}$/, 'must be a phone number such as +351 912 345 678').example(
    '+351 912 345 678',
  );

const country = (): Joi.StringSchema =>
  Joi.string()
    .custom((code: string, helpers) =>
      isCountry(code) ? code : helpers.error('any.only', { fault: 'must be an ISO 3166-1 alpha-2 code such as PT' }),
    )
    .meta({ pattern: '^[A-Z]{2}$' })
    .example('PT');

const part = (example: string): Joi.StringSchema => line(255).example(example);

const addressParts = {
  name: part('Ada Lovelace').allow(null).description('The recipient’s name.'),
  company: part('Analytical Engines').allow(null).description('The recipient’s company.'),
  line1: part('Rua Augusta 1').required().description('Street and number, or a PO box.'),
  line2: part('3 Esq.').allow(null).description('Floor, flat, building.'),
  city: part('Lisboa').allow(null).description('City, town or village.'),
  state: part('Lisboa').allow(null).description('State, province or region.'),
  postal_code: line(20).allow(null).description('Postal code.').example('1100-048'),
  country: country().required().description('ISO 3166-1 alpha-2.'),
  phone: phone().allow(null).description('A phone number for the delivery.'),
};

export const addressInput = Joi.object(addressParts).id('AddressInput').description('A postal address.');

export const address = Joi.object(
  Object.fromEntries(Object.entries(addressParts).map(([name, schema]) => [name, schema.required()])),
)
  .id('Address')
  .description('A postal address.');

/** A merge patch of an address; a new address needs the required fields. */
export const addressPatch = Joi.object({
  ...addressParts,
  line1: addressParts.line1.optional(),
  country: addressParts.country.optional(),
})
  .id('AddressPatch')
  .description('Address fields to set, or to remove by null.');
