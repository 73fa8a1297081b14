import { createdFilters, describeList, type FilterOf, idsFilter } from '#core/shared/list.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from './order-states.ts';
import type { OrderView } from './order-view.ts';

/** The filters and sorts of the order list. */
export const orderList = describeList<OrderView>()({
  filters: {
    status: {
      kind: 'any_of',
      field: 'status',
      documentsSingle: true,
      format: { type: 'choice', values: ORDER_STATUSES },
      maxItems: ORDER_STATUSES.length,
      description: 'Orders with this status; repeat the parameter for any of several.',
      example: 'open',
    },
    payment_status: {
      kind: 'any_of',
      field: 'payment_status',
      documentsSingle: true,
      format: { type: 'choice', values: ORDER_PAYMENT_STATUSES },
      maxItems: ORDER_PAYMENT_STATUSES.length,
      description: 'Orders with this payment status; repeat the parameter for any of several.',
      example: 'unpaid',
    },
    fulfillment_status: {
      kind: 'any_of',
      field: 'fulfillment_status',
      documentsSingle: true,
      format: { type: 'choice', values: FULFILLMENT_STATUSES },
      maxItems: FULFILLMENT_STATUSES.length,
      description: 'Orders with this fulfillment status; repeat the parameter for any of several.',
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
    external_id: {
      kind: 'equals',
      field: 'external_id',
      format: { type: 'label', maxLength: 255 },
      description: 'The order with this external id.',
    },
    q: {
      kind: 'lookup',
      equals: ['number', 'items.sku', 'fulfillments.tracking_number'],
      beginsEmail: 'email',
      maxLength: 320,
      description:
        'Orders with this number, an item of this SKU, this tracking number, or an e-mail address that begins like this: ' +
        'of each at most the newest 1,000, of e-mail addresses the alphabetically first.',
      example: '1001',
    },
    product_id: {
      kind: 'equals',
      field: 'items.product_id',
      format: { type: 'id', prefix: 'prod' },
      description: 'Orders that contain this product.',
    },
    ...idsFilter('Orders', 'ord'),
    ...createdFilters('Orders'),
    updated_from: { kind: 'from', field: 'updated_at', description: 'Orders last updated at this time or later.' },
  },
  sorts: ['created_at', 'updated_at'],
  defaultSort: { by: 'created_at', descending: true },
});

export type OrderFilter = FilterOf<typeof orderList>;
