import { accessLevelOf } from '#core/access/ownership.ts';
import { paymentList } from '#core/payments/payment-list.ts';
import type { PaymentQueries } from '#core/payments/payment-queries.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import { readOperation } from '../pipeline/operation.ts';
import { findPayment } from './find-payment.ts';
import {
  nestedListQuery,
  paymentListQuery,
  paymentPage,
  paymentSchema,
  paymentTimelinePage,
  refundPage,
} from './schemas.ts';

export type PaymentReadDeps = Readonly<{ queries: PaymentQueries; cursors: Cursors }>;

const READ_OWN = { kind: 'scope', scope: 'payments:read', own: true } as const;

export const listPayments = ({ queries, cursors }: PaymentReadDeps) =>
  readOperation({
    method: 'get',
    path: '/api/payments',
    operationId: 'listPayments',
    tag: 'Payments',
    summary: 'List payments',
    description: 'The newest first. Customers see the payments of their own orders.',
    access: READ_OWN,
    query: paymentListQuery,
    responses: { 200: { description: 'A page of payments.', schema: paymentPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }) => {
      const ownerId = accessLevelOf(actor, 'payments:read') === 'all' ? undefined : Actor.userOf(actor);
      return paginate(cursors, { path: '/api/payments', query, scope: ownerId ?? '' }, (page) =>
        queries.list({ ...selectionOf(paymentList, query), ownerId, page }),
      );
    },
  });

export const getPayment = ({ queries }: PaymentReadDeps) =>
  readOperation({
    method: 'get',
    path: '/api/payments/{id}',
    id: 'pay',
    operationId: 'getPayment',
    tag: 'Payments',
    summary: 'Get a payment',
    description: 'Customers see the payments of their own orders.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The payment.', schema: paymentSchema } },
    read: async ({ actor, id }) => {
      const { view, version } = await findPayment(queries, actor, id);
      return { status: 200, body: view, version };
    },
  });

export const listRefunds = ({ queries, cursors }: PaymentReadDeps) =>
  readOperation({
    method: 'get',
    path: '/api/payments/{id}/refunds',
    id: 'pay',
    operationId: 'listRefunds',
    tag: 'Payments',
    summary: 'List a payment’s refunds',
    description: 'The newest first. Customers see the refunds of their own orders.',
    access: READ_OWN,
    query: nestedListQuery,
    responses: { 200: { description: 'A page of refunds.', schema: refundPage } },
    problems: ['invalid_cursor'],
    read: async ({ actor, id, query }) => {
      await findPayment(queries, actor, id);
      return paginate(cursors, { path: `/api/payments/${id}/refunds`, query }, (page) => queries.refunds(id, page));
    },
  });

export const getPaymentTimeline = ({ queries, cursors }: PaymentReadDeps) =>
  readOperation({
    method: 'get',
    path: '/api/payments/{id}/timeline',
    id: 'pay',
    operationId: 'getPaymentTimeline',
    tag: 'Payments',
    summary: 'List a payment’s timeline',
    description: 'Operations at the gateway and their outcomes, the newest first.',
    access: READ_OWN,
    query: nestedListQuery,
    responses: { 200: { description: 'A page of timeline entries.', schema: paymentTimelinePage } },
    problems: ['invalid_cursor'],
    read: async ({ actor, id, query }) => {
      await findPayment(queries, actor, id);
      const visibility = accessLevelOf(actor, 'payments:read') === 'all' ? 'full' : 'buyer';
      return paginate(cursors, { path: `/api/payments/${id}/timeline`, query, scope: visibility }, (page) =>
        queries.timeline(id, page, visibility),
      );
    },
  });
