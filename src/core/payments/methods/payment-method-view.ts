import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { GATEWAY_NAME } from '../payment-gateway.ts';
import { PAYMENT_METHOD_STATUSES, type PaymentMethod } from './payment-method.ts';

/** A saved payment method as the API and its events show it. */
export type PaymentMethodView = ResourceView<PaymentMethod, 'payment_method'> &
  Readonly<{
    user_id: PaymentMethod['userId'];
    gateway: string;
    status: PaymentMethod['status'];
    type: string | null;
    brand: string | null;
    last4: string | null;
    exp_month: number | null;
    exp_year: number | null;
    is_default: boolean;
    next_action: Readonly<{ redirect_url: string }> | null;
    failure_code: string | null;
    failure_message: string | null;
  }>;

export const paymentMethodView = (method: PaymentMethod): PaymentMethodView => ({
  id: method.id,
  object: 'payment_method',
  user_id: method.userId,
  gateway: method.gateway,
  status: method.status,
  type: method.details?.type ?? null,
  brand: method.details?.brand ?? null,
  last4: method.details?.last4 ?? null,
  exp_month: method.details?.expMonth ?? null,
  exp_year: method.details?.expYear ?? null,
  is_default: method.isDefault,
  next_action: method.redirectUrl === null ? null : { redirect_url: method.redirectUrl },
  failure_code: method.failure?.code ?? null,
  failure_message: method.failure?.message ?? null,
  ...versionView(method),
});

/** The filters of the list of payment methods. */
export const paymentMethodList = describeList<PaymentMethodView>()({
  filters: {
    user_id: idFilter('user_id', 'usr', 'Payment methods of this user.'),
    gateway: {
      kind: 'equals',
      field: 'gateway',
      format: { type: 'pattern', ...GATEWAY_NAME },
      description: 'Payment methods saved at this gateway.',
      example: 'sandbox',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PAYMENT_METHOD_STATUSES },
      description: 'Payment methods with this status.',
      example: 'active',
    },
    ...idsFilter('Payment methods', 'pm'),
    ...createdFilters('Payment methods'),
  },
  ...newestFirst,
});
