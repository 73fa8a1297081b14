import Joi from 'joi';
import { LANGUAGES } from '#core/shared/languages.ts';
import type { ShopView } from '#core/shop/shop.ts';
import type { ShopPatch } from '#core/shop/use-cases/change-shop.ts';
import { addressPatch, addressSchema } from '../schemas/address.ts';
import { email, integer, label, line, matching, text } from '../schemas/fields.ts';
import { imageUrl } from '../schemas/image-url.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const MAX_SYNONYM = 100;
const MAX_GROUP = 20;
const MAX_GROUPS = 500;

/** Of a shop with as many synonyms as it may have. */
export const MAX_SHOP_VALUES = 12_000;

const prefix = (what: string, initial: string): Joi.StringSchema =>
  matching(Joi.string().max(20), /^[A-Za-z0-9/._-]*$/, 'must consist of letters, digits, and / . _ -')
    .allow('')
    .description(`What precedes the number of ${what}; \`${initial}\` by default.`)
    .example(initial);

/** Forms and files separate synonyms by commas. */
const synonym = (): Joi.StringSchema =>
  matching(
    text(1, MAX_SYNONYM),
    /^[^,\r\n]*[^\s\u0021-\u002f\u003a-\u0040][^,\r\n]*$/,
    'must be words without a comma',
  );

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
  logo_url: imageUrl()
    .allow(null)
    .description(
      'The logo, over https or the `url` of an uploaded image: in mails, and on invoices if it is a PNG or a JPEG file of ' +
        'at most 1 MiB.',
    )
    .example('https://shop.example/logo.png'),
  time_zone: line(64)
    .description('The name of a time zone of the IANA database; `UTC` by default.')
    .example('Europe/Berlin'),
  invoice_prefix: prefix('an invoice', 'INV-'),
  credit_note_prefix: prefix('a credit note', 'CN-'),
  invoice_footer: text(1, 1000)
    .allow(null)
    .description('On every page of an invoice, such as a bank account; it may have several lines.')
    .example('IBAN DE02 1203 0000 0000 2020 51'),
  payment_terms_days: integer(0)
    .max(365)
    .description('How many days after its finalization an invoice is due; 14 by default.')
    .example(14),
  invoice_retention_years: integer(1)
    .max(30)
    .description('How many years the buyer of an invoice is kept after the user was erased; 10 by default.')
    .example(10),
  withdrawal_notice: label(10_000)
    .allow(null)
    .description(
      'How buyers are instructed on their right of withdrawal (Annex I of Directive 2011/83/EU): confirmations of orders ' +
        'contain it in full. It may have several lines. Without it, buyers were not informed, and may withdraw for 12 months more.',
    )
    .example('You have the right to withdraw from this contract within 14 days without giving any reason.'),
  search_languages: Joi.array()
    .items(Joi.string().valid(...LANGUAGES))
    .unique()
    .max(LANGUAGES.length)
    .description(
      'The languages (ISO 639-1) of the texts of products, in which searches know other forms of words, and words that say ' +
        'nothing about a product; English and German by default.',
    )
    .example(['en', 'de']),
  search_synonyms: Joi.array()
    .items(Joi.array().items(synonym()).unique().min(2).max(MAX_GROUP))
    .max(MAX_GROUPS)
    .description('Groups of words or phrases that mean the same in a search; none by default.')
    .example([
      ['sofa', 'couch'],
      ['cell phone', 'mobile phone'],
    ]),
};

/** The body of PATCH. The core validates the time zone. */
export const shopPatch = objectOf<ShopPatch>({
  ...fields,
  name: fields.name.allow(null),
  address: addressPatch.allow(null),
  time_zone: fields.time_zone.allow(null),
  invoice_prefix: fields.invoice_prefix.allow(null),
  credit_note_prefix: fields.credit_note_prefix.allow(null),
  payment_terms_days: fields.payment_terms_days.allow(null),
  invoice_retention_years: fields.invoice_retention_years.allow(null),
  search_languages: fields.search_languages.allow(null),
  search_synonyms: fields.search_synonyms.allow(null),
})
  .id('ShopPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const shopSchema = resourceSchema<ShopView>('shop', 'shop', {
  name: fields.name.required(),
  legal_name: fields.legal_name.required(),
  address: required(addressSchema.allow(null), 'The address of the shop.'),
  tax_id: fields.tax_id.required(),
  email: fields.email.required(),
  logo_url: fields.logo_url.required(),
  time_zone: fields.time_zone.required(),
  invoice_prefix: fields.invoice_prefix.required(),
  credit_note_prefix: fields.credit_note_prefix.required(),
  invoice_footer: fields.invoice_footer.required(),
  payment_terms_days: fields.payment_terms_days.required(),
  invoice_retention_years: fields.invoice_retention_years.required(),
  withdrawal_notice: fields.withdrawal_notice.required(),
  search_languages: fields.search_languages.required(),
  search_synonyms: fields.search_synonyms.required(),
})
  .id('Shop')
  .description('The shop itself.');
