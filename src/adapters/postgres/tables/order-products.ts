import { defineEntity } from '@mikro-orm/postgresql';
import { id, timestamp } from './column-types.ts';

/** Which orders contain a product, newest orders found by index. */
export const OrderProductRow = defineEntity({
  name: 'OrderProductRow',
  tableName: 'order_products',
  properties: {
    product_id: id<'prod'>().primary(),
    created_at: timestamp().primary(),
    order_id: id<'ord'>().primary(),
  },
});
