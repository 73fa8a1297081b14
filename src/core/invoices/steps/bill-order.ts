import { Order } from '#core/orders/order.ts';
import { writeOrder } from '#core/orders/steps/store-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

/** Stores with a locked order the invoice that bills it; null once it is void or deleted. */
export const billOrder = (
  tx: InvoicesTx,
  deps: Readonly<{ actor: Actor; ids: IdGenerator; clock: BusinessClock }>,
  { order, invoiceId }: Readonly<{ order: Order; invoiceId: InvoiceId | null }>,
): Promise<Order> =>
  writeOrder(tx, deps, {
    before: order,
    after: Order.bill(order, invoiceId, deps.clock.now()),
    what: 'updated',
    details: { fields: ['invoice_id'] },
  });
