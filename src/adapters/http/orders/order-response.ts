import { orderView } from '#core/orders/order-view.ts';
import { resourceResponse } from '../pipeline/responses.ts';

export const orderResponse = resourceResponse(orderView);
