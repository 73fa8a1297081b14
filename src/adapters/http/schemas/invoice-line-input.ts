import Joi from 'joi';
import type { InvoiceLineFields } from '#core/invoices/invoice-fields.ts';
import { amount, label, timeText } from './fields.ts';
import { lineQuantity } from './invoice-charges.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** A line of a draft as its writer sends it. */
export const invoiceLineInput = objectOf<InvoiceLineFields>({
  description: required(label(1_000), 'What is billed.', 'Consulting'),
  quantity: lineQuantity().description('The quantity; 1 if omitted.'),
  unit_price: required(amount(), 'The price of one, in major units.', 95),
  tax_rate: Joi.number()
    .min(0)
    .max(100)
    .description('The tax rate in percent; by the shop’s tax rates if omitted.')
    .example(19),
  tax_category: label(100).description('Selects among the shop’s tax rates.').example('services'),
  period: objectOf<NonNullable<InvoiceLineFields['period']>>({
    start: required(timeText(), 'The start, inclusively.', '2026-12-01T00:00:00Z'),
    end: required(timeText(), 'The end, exclusively.', '2027-01-01T00:00:00Z'),
  }).description('When it is supplied; on the date of the invoice if omitted.'),
})
  .id('InvoiceLineInput')
  .description('A line of an invoice.');
