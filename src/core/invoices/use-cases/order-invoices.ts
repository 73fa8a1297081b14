// Why: docs/decisions/0041-invoices-of-orders.md

import type { OrderInvoices } from '#core/orders/order-invoices.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { InvoicesTx } from '../ports.ts';
import { followOrder } from './follow-order.ts';
import { releaseInvoice } from './release-invoice.ts';

/** The invoices of orders, as orders need them. */
export const makeOrderInvoices = ({
  clock,
  ids,
}: Readonly<{ clock: BusinessClock; ids: IdGenerator }>): OrderInvoices => ({
  follow: (tx: InvoicesTx, actor, step) => followOrder(tx, { actor, ids, clock }, step),
  release: (tx: InvoicesTx, actor, order) => releaseInvoice(tx, { actor, clock }, order),
});
