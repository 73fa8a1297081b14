import type { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { ApiResponse } from '../pipeline/route.ts';

export const orderResponse = (order: Order): ApiResponse => ({
  status: 200,
  body: orderView(order),
  version: order.version,
});
