import Joi from 'joi';
import type { InvoiceLineView, PartyView, PeriodView } from '#core/invoices/invoice-view.ts';
import { addressSchema } from './address.ts';
import { chargesFields, orderAmount, pricedLineFields } from './charges.ts';
import { currency, idOf, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';

const period = objectOf<PeriodView>({
  start: timestamp().required().description('The start, inclusively.'),
  end: timestamp()
    .required()
    .description('The end, exclusively.')
    .example('2027-01-01T00:00:00.000Z', { override: true }),
});

/** A quantity of an invoice line. */
export const lineQuantity = (): Joi.NumberSchema => Joi.number().integer().min(1).max(1_000_000).example(2);

const line = objectOf<InvoiceLineView>({
  id: idOf('il').required().description('The id of the line.'),
  description: Joi.string()
    .allow('')
    .required()
    .description('What is billed; empty once the buyer was erased.')
    .example('Consulting'),
  quantity: Joi.number().integer().min(0).required().description('The quantity.').example(2),
  unit_price: Joi.number()
    .required()
    .description('The price of one, in major units; negative for a credit.')
    .example(19.99),
  period: period
    .allow(null)
    .required()
    .description('When it is supplied; null for the date of the invoice.')
    .example(null),
  subtotal: Joi.number().required().description('The price of the quantity before discounts.').example(39.98),
  ...pricedLineFields,
  discount: pricedLineFields.discount,
  tax: Joi.number().required().description('The tax, contained in the prices or added.').example(7.6),
  total: Joi.number().required().description('After discounts, with tax.').example(47.58),
})
  .id('InvoiceLine')
  .description('A line of an invoice or a credit note.');

const party = objectOf<PartyView>({
  name: Joi.string().required().allow('').description('The name.').example('Ada Lovelace'),
  legal_name: Joi.string()
    .allow(null)
    .required()
    .description('The name of the company or person beside it.')
    .example(null),
  address: addressSchema.allow(null).required().description('The address.'),
  tax_id: Joi.string().allow(null).required().description('The tax id.').example(null),
  email: Joi.string().allow(null).required().description('The e-mail address.').example('ada@example.com'),
})
  .id('InvoiceParty')
  .description('The seller or the buyer as of the finalization; null for a draft, and once the buyer was erased.');

/** Null for a draft, and for an erased buyer: one name has one schema. */
export const nullableParty = party.allow(null).required();

const { shipping_lines: _lines, shipping: _shipping, ...charges } = chargesFields;

/** What an invoice or a credit note costs. */
export const invoiceChargedFields = {
  currency: currency().required().description('The currency of all amounts.'),
  lines: Joi.array().items(line).required().description('What is billed.'),
  ...charges,
  tax_id: charges.tax_id,
  total: orderAmount().required().description('`subtotal - discount`, plus `tax` unless prices include it.'),
};
