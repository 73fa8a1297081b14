import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import type { ReturnQueries } from '#core/returns/ports.ts';
import { returnList } from '#core/returns/return.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import { readOperation } from '../routing/operation.ts';
import { returnPageSchema, returnSchema } from './schemas.ts';

export type ReturnReadDeps = Readonly<{ queries: ReturnQueries; orderQueries: OrderQueries; cursors: Cursors }>;

const READ_OWN = { kind: 'scope', scope: 'orders:read', own: true } as const;

export const listReturns = ({ queries, cursors }: ReturnReadDeps) =>
  listOperation({
    path: '/api/returns',
    operationId: 'listReturns',
    summary: 'List returns',
    description: 'The newest first. Customers see the returns of their own orders.',
    access: READ_OWN,
    list: returnList,
    pageSchema: returnPageSchema,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'orders:read') ?? '',
    read: (query, { actor }) => queries.list({ ...query, ownerId: ownerFilterOf(actor, 'orders:read') }),
  });

export const listOrderReturns = ({ queries, orderQueries, cursors }: ReturnReadDeps) =>
  listOperation({
    path: '/api/orders/{id}/returns',
    id: 'ord',
    operationId: 'listOrderReturns',
    summary: 'List the returns of an order',
    description: 'The newest first. Customers and guests see the returns of their own orders.',
    access: READ_OWN,
    list: newestFirstList,
    pageSchema: returnPageSchema,
    cursors,
    requireParent: async ({ actor, id }) => {
      const { userId } = requireFound(await orderQueries.find(id), 'order', id);
      requireOwnership(actor, 'orders:read', { kind: 'order', id, orderId: id, userId });
    },
    read: (query, { id }) => queries.list({ ...query, filter: { order_id: id } }),
  });

export const getReturn = ({ queries }: ReturnReadDeps) =>
  readOperation({
    path: '/api/returns/{id}',
    id: 'ret',
    operationId: 'getReturn',
    summary: 'Get a return',
    description: 'A return with its version. Customers and guests see the returns of their own orders.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The return.', schema: returnSchema } },
    read: async ({ actor, id }) => {
      const found = requireFound(await queries.find(id), 'return', id);
      requireOwnership(actor, 'orders:read', { kind: 'return', id, orderId: found.orderId, userId: found.userId });
      return foundResponse(found);
    },
  });
