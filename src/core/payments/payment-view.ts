import type { InvoiceId } from '#core/invoices/invoice.ts';
import { type FulfilledItemView, fulfilledItemViews } from '#core/orders/fulfillment.ts';
import type { OrderId } from '#core/orders/order.ts';
import { createdFilters, describeList, type FilterOf, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { type DisputeView, disputeView } from './dispute.ts';
import { PayableId } from './payable-id.ts';
import { Payment } from './payment.ts';
import type { AttentionReason } from './payment-attention.ts';
import { GATEWAY_NAME } from './payment-gateway.ts';
import type { PaymentOperation, RefundStatus } from './payment-operation.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment-status.ts';

/** A payment as the API and its events show it. */
export type PaymentView = ResourceView<Payment, 'payment'> &
  Readonly<{
    /** Either of these is null. */
    order_id: OrderId | null;
    invoice_id: InvoiceId | null;
    user_id: Payment['userId'];
    status: PaymentStatus;
    /** Amounts are in major units. */
    amount: number;
    amount_captured: number;
    amount_refunded: number;
    /** The latest dispute. */
    dispute: DisputeView | null;
    /** Whether there are reasons. */
    needs_attention: boolean;
    attention: readonly AttentionReason[];
    currency: string;
    capture_method: Payment['captureMethod'];
    gateway: string;
    gateway_reference: string | null;
    payment_method_id: Payment['methodId'];
    next_action: Readonly<{ redirect_url: string }> | null;
    failure_code: string | null;
    failure_message: string | null;
    metadata: Payment['metadata'];
    actions: readonly string[];
  }>;

/** Shows a payment to its readers. */
export const paymentView = (payment: Payment): PaymentView => ({
  id: payment.id,
  object: 'payment',
  order_id: PayableId.order(payment.payableId),
  invoice_id: PayableId.invoice(payment.payableId),
  user_id: payment.userId,
  status: payment.status,
  amount: payment.amount.toNumber(),
  amount_captured: payment.captured.toNumber(),
  amount_refunded: payment.refunded.toNumber(),
  dispute: latestDispute(payment),
  needs_attention: Payment.attentionTo(payment).length > 0,
  attention: Payment.attentionTo(payment),
  currency: payment.amount.currency,
  capture_method: payment.captureMethod,
  gateway: payment.gateway,
  gateway_reference: payment.reference,
  payment_method_id: payment.methodId,
  next_action: payment.redirectUrl === null ? null : { redirect_url: payment.redirectUrl },
  failure_code: payment.failure?.code ?? null,
  failure_message: payment.failure?.message ?? null,
  metadata: payment.metadata,
  actions: Payment.actions(payment),
  ...versionView(payment),
});

const latestDispute = ({ disputes }: Payment): DisputeView | null => {
  const latest = disputes.at(-1);
  return latest === undefined ? null : disputeView(latest);
};

/** A refund as the API shows it. */
export type RefundView = Readonly<{
  id: PaymentOperation['id'];
  object: 'refund';
  payment_id: Payment['id'];
  status: RefundStatus;
  /** In major units. */
  amount: number;
  currency: string;
  reason: string | null;
  /** The items that it is for; none if it is for an amount. */
  items: readonly FulfilledItemView[];
  restock: boolean;
  /** What it is for of the shipping, with tax. */
  shipping: number;
  failure_code: string | null;
  failure_message: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}>;

/** Shows a refund operation. */
export const refundView = (refund: PaymentOperation): RefundView => ({
  id: refund.id,
  object: 'refund',
  payment_id: refund.paymentId,
  status: refund.status === 'reversed' ? 'failed' : refund.status,
  amount: refund.amount.toNumber(),
  currency: refund.amount.currency,
  reason: refund.reason,
  items: fulfilledItemViews(refund.refunded?.items ?? []),
  restock: refund.refunded?.isRestocked ?? false,
  shipping: refund.refunded?.shipping?.toNumber() ?? 0,
  failure_code: refund.failure?.code ?? null,
  failure_message: refund.failure?.message ?? null,
  ...versionView(refund),
});

export const paymentList = describeList<PaymentView>()({
  filters: {
    order_id: idFilter('order_id', 'ord', 'Payments of this order.'),
    invoice_id: idFilter('invoice_id', 'inv', 'Payments of this invoice.'),
    user_id: idFilter('user_id', 'usr', 'Payments for orders and invoices of this user.'),
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
