import { CreditNote } from '#core/invoices/credit-note.ts';
import type { InvoiceLine } from '#core/invoices/document-parts.ts';
import { finalizationOf } from '#core/invoices/finalization.ts';
import { Invoice, type NewInvoice } from '#core/invoices/invoice.ts';
import { NO_CHARGES } from '#core/orders/order-charges.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { SHOP_ID, Shop } from '#core/shop/shop.ts';
import { TEXT } from '../strings.ts';
import { ids, NOON, USD } from './builders.ts';
import { dollars } from './order-builders.ts';

/** A line of 2 × 50.00 and a tax of 19 %. */
const anInvoiceLine = (overrides: Partial<InvoiceLine> = {}): InvoiceLine => ({
  id: ids.next('il'),
  description: TEXT,
  quantity: 2,
  unitPrice: dollars(50),
  period: { start: NOON, end: new Date('2026-12-20T12:00:00.000Z') },
  discounts: [],
  tax: { name: 'VAT', rate: 190_000 as Rate, amount: dollars(19) },
  ...overrides,
});

/** A draft of 119.00. */
export const aDraft = (overrides: Partial<NewInvoice> = {}, at = NOON): Invoice => {
  const userId = ids.next('usr');
  return Invoice.draft(
    {
      id: ids.next('inv'),
      userId,
      orderId: null,
      subscriptionId: null,
      currency: USD,
      lines: [anInvoiceLine()],
      charges: NO_CHARGES,
      fields: { user_id: userId, lines: [{ description: TEXT, quantity: 2, unit_price: 50, tax_rate: 19 }] },
      email: 'ada@example.com',
      billingAddress: null,
      footer: TEXT,
      dueAt: null,
      metadata: { [TEXT.slice(0, 10)]: TEXT },
      ...overrides,
    },
    at,
  );
};

const aShop: Shop = { ...Shop.initial(NOON), id: SHOP_ID, name: 'Linen & Co' };

/** A finalized invoice with a number of its own. */
export const finalized = (draft: Invoice, at = NOON): Invoice => {
  const { footer: _, ...finalization } = finalizationOf(draft, { shop: aShop, userName: 'Ada', at });
  return Invoice.finalize(draft, { ...finalization, number: `INV-${draft.id}` });
};

/** A credit note of 10.00 with a number of its own. */
export const aCreditNote = (invoice: Invoice, at = NOON): CreditNote =>
  CreditNote.issue(
    {
      id: ids.next('cn'),
      number: `CN-${ids.next('cn')}`,
      invoiceId: invoice.id,
      invoiceNumber: invoice.number ?? '',
      userId: invoice.userId,
      refundId: ids.next('re'),
      reason: 'refund',
      note: 'Too much',
      currency: invoice.currency,
      lines: [anInvoiceLine({ quantity: 1, unitPrice: dollars(8.4), period: null })],
      charges: invoice.charges,
      seller: { name: 'Linen & Co', legalName: null, address: null, taxId: null, email: null },
      buyer: { name: 'Ada', legalName: null, address: null, taxId: null, email: 'ada@example.com' },
      footer: null,
    },
    at,
  );
