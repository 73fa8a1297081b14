import type { Order } from '#core/orders/order.ts';
import type { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

/** Where an invoice is sent: to the e-mail of its order, which may have changed since, or its own, or that of its user. */
export const recipientOf = async (
  tx: Pick<InvoicesTx, 'users'>,
  { email, userId }: Pick<Invoice, 'email' | 'userId'>,
  order: Order | undefined,
): Promise<string | null> =>
  order?.email ?? email ?? (userId === null ? null : ((await tx.users.find(userId))?.email ?? null));
