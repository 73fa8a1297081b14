import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import { Id } from '#core/shared/id.ts';

/** What a payment pays: an order, or an invoice that is not of an order. */
export type PayableId = OrderId | InvoiceId;

export const PayableId = {
  /** The order; null for an invoice. */
  order: (id: PayableId): OrderId | null => (Id.is('ord', id) ? id : null),

  /** The invoice; null for an order. */
  invoice: (id: PayableId): InvoiceId | null => (Id.is('inv', id) ? id : null),
};
