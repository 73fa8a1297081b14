// Why: docs/decisions/0036-invoice-documents.md

import { PricedLine, type TaxLine } from '#core/pricing/priced-line.ts';
import type { TaxExemption } from '#core/pricing/quote.ts';
import { isVatNumber } from '#core/pricing/tax-id.ts';
import { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { Party } from './document-parts.ts';

/** What a document can lack for EN 16931, by the field of the invoice. `tax_lines`: the tax is not the rate of the sum. */
export const E_INVOICE_GAPS = [
  'currency',
  'seller.address',
  'seller.tax_id',
  'buyer.address',
  'buyer.tax_id',
  'tax_lines',
] as const;

type EInvoiceGap = (typeof E_INVOICE_GAPS)[number];

/** The XML for machines in a document's file: its profile of Factur-X, or what is missing for one. */
export type EInvoice = Readonly<{ profile: 'en16931' | null; missing: readonly EInvoiceGap[] }>;

/** What an invoice for machines depends on. */
type Document = Readonly<{
  currency: Currency;
  seller: Party;
  buyer: Party;
  lines: readonly PricedLine[];
  pricesIncludeTax: boolean;
  taxExemption: TaxExemption | null;
}>;

export const EInvoice = {
  of: (document: Document): EInvoice => {
    const missing = E_INVOICE_GAPS.filter((gap) => GAPS[gap](document));
    return { profile: missing.length === 0 ? 'en16931' : null, missing };
  },
};

/** Amounts of EN 16931 have two decimals at most. */
const MAX_EXPONENT = 2;

const GAPS: Readonly<Record<EInvoiceGap, (document: Document) => boolean>> = {
  currency: ({ currency }) => Currency.exponent(currency) > MAX_EXPONENT,
  'seller.address': ({ seller }) => seller.address === null,
  // without one, a document without tax is outside the scope of the tax
  'seller.tax_id': ({ seller, lines, taxExemption }) =>
    seller.taxId === null && (taxExemption !== null || lines.some(({ tax }) => tax !== null)),
  'buyer.address': ({ buyer }) => buyer.address === null,
  'buyer.tax_id': ({ buyer, taxExemption }) =>
    taxExemption !== null && (buyer.taxId === null || !isVatNumber(buyer.taxId)),
  tax_lines: ({ lines, pricesIncludeTax }) => !taxesByRate(lines, pricesIncludeTax).every(isRateOfSum),
};

/** The tax of each rate, whatever its names are. */
const taxesByRate = (lines: readonly PricedLine[], pricesIncludeTax: boolean): readonly TaxLine[] =>
  PricedLine.taxLines(
    lines.map((line) => ({ ...line, tax: line.tax && { ...line.tax, name: '' } })),
    pricesIncludeTax,
  );

/** CEN's rules (BR-CO-17, BR-S-09) let the tax of a rate differ from the rate of the sum by less than 1.00. */
const isRateOfSum = ({ rate, taxable, amount }: TaxLine): boolean => {
  const difference = amount.subtract(Rate.of(rate, taxable)).minor;
  const limit = 10n ** BigInt(Currency.exponent(amount.currency));
  return -limit < difference && difference < limit;
};
