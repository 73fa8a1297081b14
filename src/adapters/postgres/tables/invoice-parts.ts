import { p } from '@mikro-orm/postgresql';
import type { CreditNote } from '#core/invoices/credit-note.ts';
import type { InvoiceLine, Party } from '#core/invoices/document-parts.ts';
import {
  chargesOf,
  type InvoiceChargesView,
  type InvoiceLineView,
  lineViews,
  type PartyView,
} from '#core/invoices/invoice-view.ts';
import type { DiscountLineView, TaxLineView } from '#core/orders/order-charges.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { amount, json } from './column-types.ts';
import { toAllocations, toLineTax } from './priced-line.ts';

/** The columns of what an invoice or a credit note costs, as the API shows it. All but the lines follow from them. */
export const chargedColumns = () => ({
  currency: p.text().$type<Currency>(),
  lines: json<readonly InvoiceLineView[]>(),
  discount_lines: json<readonly DiscountLineView[]>(),
  tax_lines: json<readonly TaxLineView[]>(),
  prices_include_tax: p.boolean(),
  tax_id: p.text().strictNullable(),
  tax_exemption: p.text().$type<NonNullable<InvoiceChargesView['tax_exemption']>>().strictNullable(),
  subtotal: amount(),
  discount: amount(),
  tax: amount(),
  total: amount(),
});

type ChargedDocument = Pick<CreditNote, 'lines' | 'charges' | 'currency'>;

type ChargedRow = Readonly<{
  currency: Currency;
  lines: readonly InvoiceLineView[];
  discount_lines: readonly DiscountLineView[];
  prices_include_tax: boolean;
  tax_id: string | null;
  tax_exemption: InvoiceChargesView['tax_exemption'];
}>;

export const toChargedRow = (document: ChargedDocument) => {
  const { subtotal, discount, tax, total, ...charges } = chargesOf(document);
  const sums = { subtotal: String(subtotal), discount: String(discount), tax: String(tax), total: String(total) };
  return { currency: document.currency, lines: lineViews(document), ...charges, ...sums };
};

export const toChargedDocument = (row: ChargedRow): ChargedDocument => ({
  currency: row.currency,
  lines: row.lines.map((line) => toInvoiceLine(line, row.currency)),
  charges: {
    shippingLines: [],
    discounts: row.discount_lines.map(({ discount_id: id, code, name }) => ({ id, code, name })),
    pricesIncludeTax: row.prices_include_tax,
    taxRounding: null,
    taxId: row.tax_id,
    taxExemption: row.tax_exemption,
  },
});

const toInvoiceLine = (line: InvoiceLineView, currency: Currency): InvoiceLine => ({
  id: line.id,
  description: line.description,
  quantity: line.quantity,
  unitPrice: amountOf(line.unit_price, currency),
  period: line.period && { start: new Date(line.period.start), end: new Date(line.period.end) },
  discounts: toAllocations(line.discount_allocations, currency),
  tax: toLineTax(line, currency),
});

export const toParty = ({ name, legal_name: legalName, address, tax_id: taxId, email }: PartyView): Party => ({
  name,
  legalName,
  address,
  taxId,
  email,
});
