import type { Order } from '#core/orders/order.ts';
import type { Invoice, InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

/** A locked invoice, and its order. */
type LockedInvoice = Readonly<{ invoice: Invoice; order: Order | undefined }>;

/** Locks the order that an invoice bills, if there is one, and then the invoice. @throws DomainError `not_found`. */
export const lockInvoice = async (tx: InvoicesTx, id: InvoiceId): Promise<LockedInvoice> => {
  const found = await tx.invoices.find(id);
  const orderId = found?.orderId ?? null;
  const order = orderId === null ? undefined : await tx.orders.get(orderId);
  return { order, invoice: await tx.invoices.get(id) };
};
