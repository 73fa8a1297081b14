import { toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { refundView } from '#core/payments/payment-view.ts';
import type { RefundRequest } from '#core/payments/steps/requested-refund.ts';
import type { CancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import type { CapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import type { PreviewRefund, RefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { requireNoDryRun, toIdempotentRequest } from '../admission/gateway-requests.ts';
import { showingRefund } from '../responses/refund-response.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse, OperationDescription } from '../routing/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';
import { withRefundParts } from '../schemas/refund-parts.ts';
import {
  captureInput,
  type Payables,
  type PaymentMethodChoice,
  paymentCancellation,
  paymentInput,
  type RefundInput,
  refundInput,
} from './payment-input-schemas.ts';
import { PAYMENT_ACTIONS, paymentResponse } from './payment-response.ts';
import { paymentSchema, refundSchema } from './schemas.ts';

export type PaymentWriteDeps = Readonly<{
  createPayment: CreatePayment;
  capturePayment: CapturePayment;
  cancelPayment: CancelPayment;
  refundPayment: RefundPayment;
  previewRefund: PreviewRefund;
}>;

/** The parts that all operations at a gateway share. */
const GATEWAY_OPERATION = {
  method: 'post',
  scansForCardNumbers: true,
  hasExternalEffects: true,
} as const satisfies Partial<OperationDescription>;

const GATEWAY_PROBLEMS = ['payment_declined', 'gateway_error', 'invalid_state', 'dry_run_unsupported'];

export const createPayment = (deps: PaymentWriteDeps) =>
  writeOperation({
    ...GATEWAY_OPERATION,
    path: '/api/payments',
    operationId: 'createPayment',
    summary: 'Create a payment',
    description:
      'Pays the amount due of an order or a part of it, never more. An order has at most one pending payment at a time: ' +
      'one that waits for its payer is voided first, and beside one that is processing it is rejected with its `payment_id`. ' +
      'The status is `processing` while the gateway’s outcome is unknown; the service asks the gateway until it is known. ' +
      'Emits an event of the outcome, such as `payment.succeeded`, and `order.paid` once the order is paid in full. ' +
      'Customers pay their own orders, always the full amount due and at once, also with a payment method that they have ' +
      'saved. Attempts and declines are limited ' +
      '(`rate_limited`).',
    access: { kind: 'scope', scope: 'payments:write', own: true },
    actions: ORDER_ACTIONS,
    body: paymentInput,
    responses: { 201: { description: 'The created payment.', schema: paymentSchema } },
    problems: [...GATEWAY_PROBLEMS, 'unknown_reference'],
    write: async ({ actor, address, body, idempotency, isDryRun }) => {
      requireNoDryRun(isDryRun);
      const work = await deps.createPayment(actor, {
        payableId: payableOf(body),
        ...sourceOf(body.payment_method),
        amount: body.amount,
        captureMethod: body.capture_method ?? 'automatic',
        gateway: body.gateway,
        returnUrl: body.return_url ?? null,
        metadata: body.metadata ?? {},
        address,
        idempotency: toIdempotentRequest(idempotency),
      });
      return respond(work, ({ payment }) => ({
        ...paymentResponse(actor, payment),
        status: 201,
        location: `/api/payments/${payment.id}`,
      }));
    },
  });

/** The schema requires one of the two. */
const payableOf = ({ order_id: orderId, invoice_id: invoiceId }: Payables): PayableId => {
  const id = orderId ?? invoiceId;
  if (id === undefined) throw new TypeError('A payment has an order or an invoice.');
  return id;
};

/** @throws DomainError `validation_failed` for an owner who is absent without a saved method. */
const sourceOf = ({ token, id, off_session: isOffSession }: PaymentMethodChoice) => {
  if (isOffSession !== undefined && id === undefined) {
    const message = 'must come with the id of a saved payment method';
    throw invalid([{ path: ['payment_method', 'off_session'], code: 'any.unknown', message }]);
  }
  return { token, method: id === undefined ? undefined : { id, isOffSession: isOffSession ?? false } };
};

export const capturePayment = (deps: PaymentWriteDeps) =>
  writeOperation({
    ...GATEWAY_OPERATION,
    path: '/api/payments/{id}/capture',
    id: 'pay',
    operationId: 'capturePayment',
    summary: 'Capture a payment',
    description:
      'Captures the authorized amount or a part of it; several captures where the gateway supports them. For a manual ' +
      'payment it records that the money was received. Emits `payment.succeeded` once the full amount is captured, and ' +
      '`payment.updated` before.',
    access: PAYMENT_ACTIONS.capture,
    actions: PAYMENT_ACTIONS,
    body: captureInput,
    bodyOptional: true,
    responses: { 200: { description: 'The captured payment.', schema: paymentSchema } },
    problems: GATEWAY_PROBLEMS,
    write: async ({ actor, id, body: { amount }, idempotency, isDryRun }) => {
      requireNoDryRun(isDryRun);
      const work = await deps.capturePayment(actor, { id, amount, idempotency: toIdempotentRequest(idempotency) });
      return respond(work, ({ payment }) => paymentResponse(actor, payment));
    },
  });

export const cancelPayment = (deps: PaymentWriteDeps) =>
  writeOperation({
    ...GATEWAY_OPERATION,
    path: '/api/payments/{id}/cancel',
    id: 'pay',
    operationId: 'cancelPayment',
    summary: 'Cancel a payment',
    description:
      'Voids an authorized payment, or one that waits for an action of the payer. Emits `payment.cancelled`, or ' +
      '`payment.succeeded` if a part was captured before.',
    access: PAYMENT_ACTIONS.cancel,
    actions: PAYMENT_ACTIONS,
    body: paymentCancellation,
    bodyOptional: true,
    responses: { 200: { description: 'The cancelled payment.', schema: paymentSchema } },
    problems: GATEWAY_PROBLEMS,
    write: async ({ actor, id, idempotency, isDryRun }) => {
      requireNoDryRun(isDryRun);
      const work = await deps.cancelPayment(actor, { id, idempotency: toIdempotentRequest(idempotency) });
      return respond(work, ({ payment }) => paymentResponse(actor, payment));
    },
  });

const createdRefund = withRefundParts(refundSchema, 'CreatedRefund');

export const refundPayment = (deps: PaymentWriteDeps) =>
  writeOperation({
    ...GATEWAY_OPERATION,
    path: '/api/payments/{id}/refunds',
    id: 'pay',
    operationId: 'refundPayment',
    summary: 'Create a refund',
    description:
      'Refunds the captured amount or a part of it, never more, even by concurrent requests, and nothing of an open or lost ' +
      'dispute. With `items` it refunds what they cost, with their discounts and tax; once it has succeeded, unfulfilled ' +
      'items are cancelled, others count as returned, and their stock is restored. With `shipping` it refunds the shipping or ' +
      'an amount of it; the tax follows what was refunded, also in credit notes and figures. A dry run of items or shipping shows in `refund_parts` what would be refunded, and calls no ' +
      'gateway. Emits `payment.refunded`, and ' +
      '`payment.refund_failed` if the gateway takes the refund back later.',
    access: PAYMENT_ACTIONS.refund,
    actions: PAYMENT_ACTIONS,
    body: refundInput,
    bodyOptional: true,
    responses: { 201: { description: 'The created refund.', schema: createdRefund } },
    problems: [
      ...GATEWAY_PROBLEMS.filter((code) => code !== 'dry_run_unsupported'),
      'unknown_reference',
      'total_changed',
    ],
    write: async ({ actor, id, body, idempotency, isDryRun }) => {
      const command = {
        id,
        amount: body.amount,
        items: refundedItems(body),
        shipping: body.shipping,
        reason: body.reason ?? null,
        expectedRefund: body.expected_refund,
      };
      const created = (operation: PaymentOperation): ApiResponse => ({
        status: 201,
        body: refundView(operation),
        version: operation.version,
        location: `/api/payments/${id}/refunds/${operation.id}`,
      });
      if (isDryRun) {
        return respond(deps.previewRefund(actor, command), ({ operation, parts }) =>
          parts === null ? created(operation) : showingRefund(created(operation), parts),
        );
      }
      const work = await deps.refundPayment(actor, { ...command, idempotency: toIdempotentRequest(idempotency) });
      return respond(work, ({ operation }) => created(operation));
    },
  });

const refundedItems = ({ items, restock }: RefundInput): RefundRequest['items'] => {
  if (items !== undefined) return { items: toFulfilledItems(items), isRestocked: restock ?? true };
  if (restock === undefined) return undefined;
  throw invalid([{ path: ['restock'], code: 'any.unknown', message: 'must come with the items to restock' }]);
};
