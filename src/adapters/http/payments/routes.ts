import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { CaptureMethod, Payment, PaymentId } from '#core/payments/payment.ts';
import { paymentList } from '#core/payments/payment-list.ts';
import type { IdempotentRequest } from '#core/payments/payment-operation.ts';
import type { PaymentQueries } from '#core/payments/payment-queries.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import type { CancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import type { CapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import type { RefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported, notFound } from '#core/shared/domain-error.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { ListParameters } from '../lists/query-schema.ts';
import type { ApiRequest, ApiResponse, Route } from '../pipeline/route.ts';
import { type PageQuery, writeQuery } from '../schemas/fields.ts';
import {
  captureInput,
  payment,
  paymentCancellation,
  paymentInput,
  paymentListQuery,
  paymentPage,
  paymentPartsQuery,
  paymentTimeline,
  refund,
  refundInput,
  refundPage,
} from './schemas.ts';

/** What the operations of payments are made of. */
export type PaymentsRoutesDeps = Readonly<{
  queries: PaymentQueries;
  createPayment: CreatePayment;
  capturePayment: CapturePayment;
  cancelPayment: CancelPayment;
  refundPayment: RefundPayment;
  cursors: Cursors;
}>;

type PaymentInput = Readonly<{
  order_id: Payment['orderId'];
  payment_method: Readonly<{ token: string }>;
  amount?: number;
  capture_method?: CaptureMethod;
  gateway?: string;
  return_url?: string | null;
  metadata?: Payment['metadata'];
}>;

type WriteRequest<B> = ApiRequest<never, B>;

/** What every operation that asks a gateway has in common. */
const ASKS_A_GATEWAY = {
  tag: 'Payments',
  query: writeQuery,
  isOfPayments: true,
  callsOutside: true,
} as const;

const REFUSED_BY_GATEWAY = ['payment_declined', 'gateway_error', 'invalid_state', 'dry_run_unsupported'];

/** The operations of payments. */
export const paymentsRoutes = (deps: PaymentsRoutesDeps): Route[] => [
  {
    method: 'get',
    path: '/api/payments',
    operationId: 'listPayments',
    tag: 'Payments',
    summary: 'List payments',
    description: 'The newest first. Customers see those of their own orders.',
    access: { kind: 'scope', scope: 'payments:read', own: true },
    query: paymentListQuery,
    responses: { 200: { description: 'A page of payments.', schema: paymentPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<ListParameters>) => {
      const ownerId = accessLevelOf(actor, 'payments:read') === 'all' ? undefined : Actor.userOf(actor);
      return paginate(deps.cursors, { path: '/api/payments', query, scope: ownerId ?? '' }, (page) =>
        deps.queries.list({ ...selectionOf(paymentList, query), ownerId, page }),
      );
    },
  },
  {
    ...ASKS_A_GATEWAY,
    method: 'post',
    path: '/api/payments',
    operationId: 'createPayment',
    summary: 'Pay an order',
    description:
      'All that is due of it, or a part. One payment of an order is made at a time, and never more is held and taken than ' +
      'is due. `processing` is the answer where the gateway gave none: it is asked until it does. Emits what becomes of ' +
      'it, such as `payment.succeeded`, and `order.paid` once all is paid. Customers pay their own orders.',
    access: { kind: 'scope', scope: 'payments:write', own: true },
    body: paymentInput,
    responses: { 201: { description: 'The payment.', schema: payment } },
    problems: [...REFUSED_BY_GATEWAY, 'unknown_reference'],
    write: async (request: WriteRequest<PaymentInput>) => {
      requireNoDryRun(request);
      const { order_id: orderId, payment_method: method, amount, gateway, metadata = {} } = request.body;
      const work = await deps.createPayment(request.actor, {
        orderId,
        token: method.token,
        amount,
        captureMethod: request.body.capture_method ?? 'automatic',
        gateway,
        returnUrl: request.body.return_url ?? null,
        metadata,
        request: requestOf(request),
      });
      return async (tx) => {
        const made = (await work(tx)).payment;
        return { ...answerOf(made), status: 201, location: `/api/payments/${made.id}` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/payments/{id}',
    id: 'pay',
    operationId: 'getPayment',
    tag: 'Payments',
    summary: 'Get a payment',
    description: 'Customers find those of their own orders.',
    access: { kind: 'scope', scope: 'payments:read', own: true },
    versioned: true,
    responses: { 200: { description: 'The payment.', schema: payment } },
    read: async ({ actor, id }) => {
      const { view, version } = await findPayment(deps.queries, actor, id as PaymentId);
      return { status: 200, body: view, version };
    },
  },
  {
    ...ASKS_A_GATEWAY,
    method: 'post',
    path: '/api/payments/{id}/capture',
    id: 'pay',
    operationId: 'capturePayment',
    summary: 'Take what is held',
    description:
      'All of it, or a part; several parts, where the gateway allows that. Of a payment by hand: the money is there. Emits ' +
      '`payment.succeeded` once nothing is left to take, and `payment.updated` before.',
    access: { kind: 'scope', scope: 'payments:write' },
    body: captureInput,
    bodyOptional: true,
    responses: { 200: { description: 'The payment.', schema: payment } },
    problems: REFUSED_BY_GATEWAY,
    write: async (request: WriteRequest<{ amount?: number }>) => {
      requireNoDryRun(request);
      const { actor, id, body } = request;
      const command = { id: id as PaymentId, amount: body.amount, request: requestOf(request) };
      const work = await deps.capturePayment(actor, command);
      return async (tx) => answerOf((await work(tx)).payment);
    },
  },
  {
    ...ASKS_A_GATEWAY,
    method: 'post',
    path: '/api/payments/{id}/cancel',
    id: 'pay',
    operationId: 'cancelPayment',
    summary: 'Let go of what is held',
    description:
      'Of an authorized payment, or of one whose payer has still something to do. Emits `payment.cancelled`, or ' +
      '`payment.succeeded` where a part was taken before.',
    access: { kind: 'scope', scope: 'payments:write' },
    body: paymentCancellation,
    bodyOptional: true,
    responses: { 200: { description: 'The payment.', schema: payment } },
    problems: REFUSED_BY_GATEWAY,
    write: async (request: WriteRequest<object>) => {
      requireNoDryRun(request);
      const work = await deps.cancelPayment(request.actor, {
        id: request.id as PaymentId,
        request: requestOf(request),
      });
      return async (tx) => answerOf((await work(tx)).payment);
    },
  },
  {
    ...ASKS_A_GATEWAY,
    method: 'post',
    path: '/api/payments/{id}/refunds',
    id: 'pay',
    operationId: 'refundPayment',
    summary: 'Give money back',
    description:
      'All that was captured, or a part; never more, whoever asks for it at the same time. Emits `payment.refunded`.',
    access: { kind: 'scope', scope: 'payments:write' },
    body: refundInput,
    bodyOptional: true,
    responses: { 201: { description: 'The refund.', schema: refund } },
    problems: REFUSED_BY_GATEWAY,
    write: async (request: WriteRequest<{ amount?: number; reason?: string | null }>) => {
      requireNoDryRun(request);
      const { actor, id, body } = request;
      const reason = body.reason ?? null;
      const command = { id: id as PaymentId, amount: body.amount, reason, request: requestOf(request) };
      const work = await deps.refundPayment(actor, command);
      return async (tx) => {
        const made = refundView((await work(tx)).operation);
        return { status: 201, body: made, location: `/api/payments/${id}/refunds` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/payments/{id}/refunds',
    id: 'pay',
    operationId: 'listRefunds',
    tag: 'Payments',
    summary: 'List the refunds of a payment',
    description: 'The newest first. Customers find those of their own payments.',
    access: { kind: 'scope', scope: 'payments:read', own: true },
    query: paymentPartsQuery,
    responses: { 200: { description: 'A page of refunds.', schema: refundPage } },
    problems: ['invalid_cursor'],
    read: async ({ actor, id, query }: ApiRequest<PageQuery>) => {
      await findPayment(deps.queries, actor, id as PaymentId);
      return paginate(deps.cursors, { path: `/api/payments/${id}/refunds`, query }, (page) =>
        deps.queries.refunds(id as PaymentId, page),
      );
    },
  },
  {
    method: 'get',
    path: '/api/payments/{id}/timeline',
    id: 'pay',
    operationId: 'getPaymentTimeline',
    tag: 'Payments',
    summary: 'Tell what happened to a payment',
    description: 'Everything that the gateway was asked, and what came of it, the newest first.',
    access: { kind: 'scope', scope: 'payments:read', own: true },
    query: paymentPartsQuery,
    responses: { 200: { description: 'A page of what happened.', schema: paymentTimeline } },
    problems: ['invalid_cursor'],
    read: async ({ actor, id, query }: ApiRequest<PageQuery>) => {
      await findPayment(deps.queries, actor, id as PaymentId);
      const visibility = accessLevelOf(actor, 'payments:read') === 'all' ? 'full' : 'buyer';
      return paginate(deps.cursors, { path: `/api/payments/${id}/timeline`, query, scope: visibility }, (page) =>
        deps.queries.timeline(id as PaymentId, page, visibility),
      );
    },
  },
];

const answerOf = (shown: Payment): ApiResponse => ({ status: 200, body: paymentView(shown), version: shown.version });

const requireNoDryRun = ({ isDryRun }: Pick<ApiRequest, 'isDryRun'>): void => {
  if (isDryRun) throw dryRunUnsupported('The payment gateway would be asked, which cannot be rehearsed.');
};

/** As the core knows the request. */
const requestOf = ({ named }: Pick<ApiRequest, 'named'>): IdempotentRequest | null => {
  if (named === undefined) return null;
  const { account, operation, key } = named.name;
  return { name: JSON.stringify([account, operation, key]), fingerprint: named.fingerprint };
};

const findPayment = async (queries: PaymentQueries, actor: Actor, id: PaymentId) => {
  const found = await queries.find(id);
  if (found === undefined) throw notFound('payment', id);
  requireOwnership(actor, 'payments:read', { kind: 'payment', id, userId: found.userId });
  return found;
};
