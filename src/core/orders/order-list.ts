import { createdFilters, describeList, type FilterOf } from '#core/shared/list.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from './order-states.ts';
import type { OrderView } from './order-view.ts';

/** The filters and sorts of the order list. */
export const orderList = describeList<OrderView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: ORDER_STATUSES },
      description: 'Orders with this status.',
      example: 'open',
    },
    payment_status: {
      kind: 'equals',
      field: 'payment_status',
      format: { type: 'choice', values: ORDER_PAYMENT_STATUSES },
      description: 'Orders with this payment status.',
      example: 'unpaid',
    },
    fulfillment_status: {
      kind: 'equals',
      field: 'fulfillment_status',
      format: { type: 'choice', values: FULFILLMENT_STATUSES },
      description: 'Orders with this fulfillment status.',
      example: 'unfulfilled',
    },
    user_id: {
      kind: 'equals',
      field: 'user_id',
      format: { type: 'id', prefix: 'usr' },
      description: 'Orders of this user.',
    },
    email: {
      kind: 'same_email',
      field: 'email',
      description: 'Orders with this e-mail address, in any case.',
      example: 'ada@example.com',
    },
    number: {
      kind: 'equals',
      field: 'number',
      format: { type: 'integer', minimum: 1 },
      description: 'The order with this number.',
      example: 1001,
    },
    product_id: {
      kind: 'equals',
      field: 'items.product_id',
      format: { type: 'id', prefix: 'prod' },
      description: 'Orders that contain this product.',
    },
    ...createdFilters('Orders'),
  },
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', descending: true },
});

export type OrderFilter = FilterOf<typeof orderList>;
