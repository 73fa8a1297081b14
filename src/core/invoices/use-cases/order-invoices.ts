import { Order } from '#core/orders/order.ts';
import type { OrderInvoices } from '#core/orders/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { followOrder } from '../steps/follow-order.ts';
import { removeDraft, storeInvoice } from '../steps/store-invoice.ts';

/**
 * Ends the invoice of a locked order that is cancelled: a draft is deleted, and an invoice of which nothing is paid or
 * credited is voided. Another one is credited in full, when the order is stored.
 * @returns the order, of the same version, without the invoice that it no longer has.
 */
const releaseInvoice = async (
  tx: InvoicesTx,
  { actor, clock }: Readonly<{ actor: Actor; clock: BusinessClock }>,
  order: Order,
): Promise<Order> => {
  if (order.invoiceId === null) return order;
  const invoice = await tx.invoices.get(order.invoiceId);
  if (invoice.status === 'draft') {
    await removeDraft(tx, actor, { draft: invoice, at: clock.now() });
  } else {
    const isVoidable = Invoice.actions(invoice).includes('void') && invoice.amountCredited.minor === 0n;
    if (!isVoidable || Order.amountHeld(order).minor > 0n) return order;
    await storeInvoice(tx, actor, { before: invoice, after: Invoice.void(invoice, clock.now()), step: 'voided' });
  }
  return { ...order, invoiceId: null };
};

// Why: docs/decisions/0041-invoices-of-orders.md

/** The invoices of orders, as orders need them. */
export const makeOrderInvoices = ({
  clock,
  ids,
}: Readonly<{ clock: BusinessClock; ids: IdGenerator }>): OrderInvoices => ({
  follow: (tx: InvoicesTx, actor, step) => followOrder(tx, { actor, ids, clock }, step),
  release: (tx: InvoicesTx, actor, order) => releaseInvoice(tx, { actor, clock }, order),
});
