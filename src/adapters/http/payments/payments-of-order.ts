import Joi from 'joi';
import type { OrderView } from '#core/orders/order-view.ts';
import type { PaymentQueries } from '#core/payments/ports.ts';
import { Json } from '#core/shared/page.ts';
import { type Expansion, requireExpandable } from '../responses/expansion.ts';
import { MAX_PAGE } from '../schemas/fields.ts';
import { paymentActions } from './payment-response.ts';
import { paymentSchema } from './schemas.ts';

/** `expand=payments` of an order. */
export const paymentsOfOrder = ({ queries }: Readonly<{ queries: PaymentQueries }>): Expansion<OrderView> => ({
  name: 'payments',
  schema: Joi.array()
    .items(paymentSchema)
    .max(MAX_PAGE)
    .description(`With \`expand=payments\`: the newest ${MAX_PAGE} payments, the newest first.`),
  read: async (actor, order) => {
    requireExpandable(actor, 'payments:read', { name: 'payments', userId: order.user_id, orderId: order.id });
    const page = await queries.list({ filter: { order_id: order.id }, page: { limit: MAX_PAGE } });
    return paymentActions.page(actor, page).items.map(Json.parse);
  },
});
