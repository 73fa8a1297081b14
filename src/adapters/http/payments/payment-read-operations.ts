import { accessLevelOf, ownerFilterOf } from '#core/access/ownership.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import { type PaymentView, paymentList } from '#core/payments/payment-view.ts';
import type { PaymentListQuery, PaymentQueries } from '#core/payments/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Json } from '#core/shared/page.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { type Expansion, makeExpansions } from '../responses/expansion.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import { readOperation } from '../routing/operation.ts';
import { findPayment } from './find-payment.ts';
import { paymentActions } from './payment-response.ts';
import { paymentPage, paymentSchema, paymentTimelinePage, refundPage, refundSchema } from './schemas.ts';

export type PaymentReadDeps = Readonly<{
  queries: PaymentQueries;
  paymentExpansions: readonly Expansion<PaymentView>[];
  cursors: Cursors;
}>;

const READ_OWN = { kind: 'scope', scope: 'payments:read', own: true } as const;

export const listPayments = ({ queries, cursors }: PaymentReadDeps) =>
  listOperation({
    path: '/api/payments',
    operationId: 'listPayments',
    summary: 'List payments',
    description: 'The newest first. Customers see the payments of their own orders.',
    access: READ_OWN,
    list: paymentList,
    pageSchema: paymentPage,
    cursors,
    cursorAudience: ({ actor }) => actor.order?.id ?? ownerFilterOf(actor, 'payments:read') ?? '',
    read: async (query, { actor }) => {
      const { order } = actor;
      const list =
        order === undefined
          ? queries.list({ ...query, ownerId: ownerFilterOf(actor, 'payments:read') })
          : queries.list(ofOrder(query, order.id));
      return paymentActions.page(actor, await list);
    },
  });

export const getPayment = ({ queries, paymentExpansions }: PaymentReadDeps) => {
  const expansions = makeExpansions(paymentExpansions);
  return readOperation({
    path: '/api/payments/{id}',
    id: 'pay',
    operationId: 'getPayment',
    summary: 'Get a payment',
    description:
      'Customers see the payments of their own orders. `expand=order` adds the order, with `orders:read` or as its ' +
      'customer. An expanded response has no `ETag`.',
    access: READ_OWN,
    versioned: true,
    query: expansions.query,
    responses: { 200: { description: 'The payment.', schema: expansions.schemaOf(paymentSchema, 'ExpandedPayment') } },
    read: async ({ actor, id, query: { expand } }) => {
      const found = paymentActions.found(actor, await findPayment(queries, actor, id));
      if (expand === undefined) return foundResponse(found);
      return { status: 200, body: await expansions.expand(actor, Json.parse(found.view), expand) };
    },
  });
};

export const listRefunds = ({ queries, cursors }: PaymentReadDeps) =>
  listOperation({
    path: '/api/payments/{id}/refunds',
    id: 'pay',
    operationId: 'listRefunds',
    summary: 'List a payment’s refunds',
    description: 'The newest first. Customers see the refunds of their own orders.',
    access: READ_OWN,
    list: newestFirstList,
    pageSchema: refundPage,
    cursors,
    requireParent: ({ actor, id }) => findPayment(queries, actor, id),
    read: ({ page }, { id }) => queries.refunds(id, page),
  });

export const getRefund = ({ queries }: PaymentReadDeps) =>
  readOperation({
    path: '/api/payments/{id}/refunds/{refund_id}',
    id: 'pay',
    nested: { name: 'refund_id', prefix: 're' },
    operationId: 'getRefund',
    summary: 'Get a refund',
    description: 'Customers see the refunds of their own orders.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The refund.', schema: refundSchema } },
    read: async ({ actor, id, nestedId }) => {
      await findPayment(queries, actor, id);
      return foundResponse(requireFound(await queries.findRefund(id, nestedId), 'refund', nestedId));
    },
  });

export const getPaymentTimeline = ({ queries, cursors }: PaymentReadDeps) =>
  listOperation({
    path: '/api/payments/{id}/timeline',
    id: 'pay',
    operationId: 'getPaymentTimeline',
    summary: 'List a payment’s timeline',
    description: 'Operations at the gateway and their outcomes, the newest first.',
    access: READ_OWN,
    list: newestFirstList,
    pageSchema: paymentTimelinePage,
    cursors,
    requireParent: ({ actor, id }) => findPayment(queries, actor, id),
    cursorAudience: ({ actor }) => visibilityOf(actor),
    read: ({ page }, { actor, id }) => queries.timeline(id, page, visibilityOf(actor)),
  });

/** @throws DomainError `not_found` for the payments of another order. */
const ofOrder = (query: PaymentListQuery, orderId: OrderId): PaymentListQuery => {
  const requested = query.filter.order_id;
  if (requested !== undefined && requested !== orderId) throw notFound('order', requested);
  return { ...query, filter: { ...query.filter, order_id: orderId } };
};

const visibilityOf = (actor: Actor): TimelineVisibility =>
  accessLevelOf(actor, 'payments:read') === 'all' ? 'full' : 'buyer';
