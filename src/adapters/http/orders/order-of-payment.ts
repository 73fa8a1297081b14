import type { OrderQueries } from '#core/orders/ports.ts';
import type { PaymentView } from '#core/payments/payment-view.ts';
import { Json } from '#core/shared/page.ts';
import { type Expansion, requireExpandable } from '../responses/expansion.ts';
import type { OrderResponses } from './order-response.ts';
import { orderSchema } from './schemas.ts';

/** `expand=order` of a payment. */
export const orderOfPayment = ({
  queries,
  responses,
}: Readonly<{ queries: OrderQueries; responses: OrderResponses }>): Expansion<PaymentView> => ({
  name: 'order',
  schema: orderSchema.description('With `expand=order`: the order.'),
  read: async (actor, { order_id: id, user_id: userId }) => {
    if (id === null) return null;
    requireExpandable(actor, 'orders:read', { name: 'order', userId, orderId: id });
    const found = await queries.find(id);
    return found === undefined ? null : Json.parse((await responses.found(actor, found)).view);
  },
});
