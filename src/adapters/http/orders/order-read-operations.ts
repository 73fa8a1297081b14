import { ownerFilterOf } from '#core/access/ownership.ts';
import { type OrderView, orderList } from '#core/orders/order-view.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import type { RecordOrderExport } from '#core/orders/use-cases/record-order-export.ts';
import { activeFilters } from '#core/shared/list.ts';
import { Json } from '#core/shared/page.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { type Expansion, makeExpansions } from '../responses/expansion.ts';
import { foundResponse } from '../responses/responses.ts';
import { downloadOperation, readOperation } from '../routing/operation.ts';
import { findOrder } from './find-order.ts';
import { orderCsv } from './order-export.ts';
import type { OrderResponses } from './order-response.ts';
import { orderExportQuery, orderItemSchema, orderPage, orderSchema } from './schemas.ts';

export type OrderReadDeps = Readonly<{
  queries: OrderQueries;
  exported: OrderQueries;
  responses: OrderResponses;
  recordExport: RecordOrderExport;
  orderExpansions: readonly Expansion<OrderView>[];
  cursors: Cursors;
}>;

export const listOrders = ({ queries, responses, cursors }: OrderReadDeps) =>
  listOperation({
    path: '/api/orders',
    operationId: 'listOrders',
    summary: 'List orders',
    description: 'Sorted by `sort`, by default the newest first. Customers see their own orders.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    list: orderList,
    pageSchema: orderPage,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'orders:read') ?? '',
    read: async (query, { actor }) =>
      responses.page(actor, await queries.list({ ...query, ownerId: ownerFilterOf(actor, 'orders:read') })),
  });

export const exportOrders = ({ exported: queries, recordExport }: OrderReadDeps) =>
  downloadOperation({
    path: '/api/orders/export',
    operationId: 'exportOrders',
    summary: 'Export orders',
    description:
      'All matching orders as CSV (RFC 4180) in UTF-8, one line per order. The audit log records the export.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    query: orderExportQuery,
    responses: { 200: { description: 'The CSV file with a header line.' } },
    files: [{ type: 'text/csv', name: 'orders.csv' }],
    download: async function* ({ actor, query }) {
      const selection = selectionOf(orderList, query);
      const filters = activeFilters(orderList, selection.filter).map(({ name }) => name);
      await recordExport(actor, filters);
      yield* orderCsv(queries, { ...selection, ownerId: ownerFilterOf(actor, 'orders:read') });
    },
  });

export const getOrder = ({ queries, responses, orderExpansions }: OrderReadDeps) => {
  const expansions = makeExpansions(orderExpansions);
  const schema = expansions.schemaOf(orderSchema, 'ExpandedOrder', { items: orderItemSchema });
  return readOperation({
    path: '/api/orders/{id}',
    id: 'ord',
    operationId: 'getOrder',
    summary: 'Get an order',
    description:
      'Customers see their own orders. `expand` adds related resources, each with the scope that reads it: `payments:read` ' +
      'or `users:read`, for customers their own; products as the caller sees them. An expanded response has no `ETag`.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    versioned: true,
    query: expansions.query,
    responses: { 200: { description: 'The order.', schema } },
    read: async ({ actor, id, query: { expand } }) => {
      const found = await responses.found(actor, await findOrder(queries, actor, id));
      if (expand === undefined) return foundResponse(found);
      return { status: 200, body: await expansions.expand(actor, Json.parse(found.view), expand) };
    },
  });
};
