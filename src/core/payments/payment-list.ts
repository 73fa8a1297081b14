import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { GATEWAY_NAME } from './payment-gateway.ts';
import { PAYMENT_STATUSES } from './payment-status.ts';
import type { PaymentView } from './payment-view.ts';

/** The filters of the payment list. */
export const paymentList = describeList<PaymentView>()({
  filters: {
    order_id: {
      kind: 'equals',
      field: 'order_id',
      format: { type: 'id', prefix: 'ord' },
      description: 'Payments of this order.',
    },
    invoice_id: {
      kind: 'equals',
      field: 'invoice_id',
      format: { type: 'id', prefix: 'inv' },
      description: 'Payments of this invoice.',
    },
    user_id: {
      kind: 'equals',
      field: 'user_id',
      format: { type: 'id', prefix: 'usr' },
      description: 'Payments for orders and invoices of this user.',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PAYMENT_STATUSES },
      description: 'Payments with this status.',
      example: 'succeeded',
    },
    gateway: {
      kind: 'equals',
      field: 'gateway',
      format: { type: 'pattern', ...GATEWAY_NAME },
      description: 'Payments made through this gateway.',
      example: 'sandbox',
    },
    needs_attention: {
      kind: 'is',
      field: 'needs_attention',
      description: 'Payments that somebody has to look at, for the reasons in `attention`.',
    },
    ...idsFilter('Payments', 'pay'),
    ...createdFilters('Payments'),
  },
  ...newestFirst,
});

export type PaymentFilter = FilterOf<typeof paymentList>;
