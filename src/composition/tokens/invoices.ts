import type { DocumentRenderer, FindMethodOf, LogoSource } from '#core/invoices/ports.ts';
import type { PriceLines } from '#core/invoices/price-lines.ts';
import type { InvoiceListener } from '#core/invoices/steps/store-invoice.ts';
import type { RecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { RenderFile } from '#core/invoices/use-cases/render-file.ts';
import type { OrderInvoices } from '#core/orders/ports.ts';
import { token } from '../injection.ts';

export const INVOICES = {
  priceLines: token<PriceLines>('PriceLines'),
  renderer: token<DocumentRenderer>('DocumentRenderer'),
  findMethodOf: token<FindMethodOf>('FindMethodOf'),
  logos: token<LogoSource>('LogoSource'),
  /** What follows the payments of invoices. */
  listeners: token<InvoiceListener>('InvoiceListeners'),
  orderInvoices: token<OrderInvoices>('OrderInvoices'),
  recordPayment: token<RecordInvoicePayment>('RecordInvoicePayment'),
  renderFile: token<RenderFile>('RenderFile'),
};
