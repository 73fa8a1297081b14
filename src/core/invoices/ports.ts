import type { OrdersTx } from '#core/orders/ports.ts';
import type { ShopTx } from '#core/shop/ports.ts';
import type { InvoiceRepository } from './invoice-repository.ts';

/** The part of a transaction that the use cases of invoices need. */
export type InvoicesTx = Readonly<{ invoices: InvoiceRepository }> & OrdersTx & ShopTx;
