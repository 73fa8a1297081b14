import Joi from 'joi';
import { E_INVOICE_GAPS, type EInvoice } from '#core/invoices/e-invoice.ts';
import type { InvoiceLineView, PartyView, PeriodView } from '#core/invoices/invoice-view.ts';
import { addressSchema } from './address.ts';
import { chargesFields, orderAmount, pricedLineFields } from './charges.ts';
import { currency, idOf, integer, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

const period = objectOf<PeriodView>({
  start: required(timestamp(), 'The start, inclusively.'),
  end: required(timestamp(), 'The end, exclusively.', '2027-01-01T00:00:00.000Z'),
});

/** A quantity of an invoice line. */
export const lineQuantity = (): Joi.NumberSchema => integer(1).max(1_000_000).example(2);

const line = objectOf<InvoiceLineView>({
  id: required(idOf('il'), 'The id of the line.'),
  description: required(Joi.string().allow(''), 'What is billed; empty once the buyer was erased.', 'Consulting'),
  quantity: required(integer(0), 'The quantity.', 2),
  unit_price: required(Joi.number(), 'The price of one, in major units; negative for a credit.', 19.99),
  period: required(period.allow(null), 'When it is supplied; null for the date of the invoice.', null),
  subtotal: required(Joi.number(), 'The price of the quantity before discounts.', 39.98),
  ...pricedLineFields,
  discount: pricedLineFields.discount,
  tax: required(Joi.number(), 'The tax, contained in the prices or added.', 7.6),
  total: required(Joi.number(), 'After discounts, with tax.', 47.58),
})
  .id('InvoiceLine')
  .description('A line of an invoice or a credit note.');

const party = objectOf<PartyView>({
  name: Joi.string().required().allow('').description('The name.').example('Ada Lovelace'),
  legal_name: required(Joi.string().allow(null), 'The name of the company or person beside it.', null),
  address: required(addressSchema.allow(null), 'The address.'),
  tax_id: required(Joi.string().allow(null), 'The tax id.', null),
  email: required(Joi.string().allow(null), 'The e-mail address.', 'ada@example.com'),
})
  .id('InvoiceParty')
  .description('The seller or the buyer as of the finalization; null for a draft, and once the buyer was erased.');

/** Null for a draft, and for an erased buyer: one name has one schema. */
export const nullableParty = party.allow(null).required();

/** Null for a draft, and for an erased buyer. */
export const nullableEInvoice = objectOf<EInvoice>({
  profile: required(
    Joi.string().valid('en16931').allow(null),
    'The profile of Factur-X (ZUGFeRD 2); null if the file has no XML.',
    'en16931',
  ),
  missing: required(
    Joi.array().items(Joi.string().valid(...E_INVOICE_GAPS)),
    'What EN 16931 requires and the document lacks, by its fields. `buyer.tax_id`: a reverse charge needs a VAT number. ' +
      '`tax_lines`: the tax of a rate differs from the rate of its sum by 1.00 or more, as it may with `tax_rounding` `line`. ' +
      '`currency`: it has more than two decimals.',
    [],
  ),
})
  .id('EInvoice')
  .description('The XML for machines that the file contains.')
  .allow(null)
  .required();

const { shipping_lines: _lines, shipping: _shipping, ...charges } = chargesFields;

/** What an invoice or a credit note costs. */
export const invoiceChargedFields = {
  currency: required(currency(), 'The currency of all amounts.'),
  lines: required(Joi.array().items(line), 'What is billed.'),
  ...charges,
  tax_id: charges.tax_id,
  total: required(orderAmount(), '`subtotal - discount`, plus `tax` unless prices include it.'),
};
