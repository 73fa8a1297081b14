import type { CatalogQueries } from '#core/catalog/ports.ts';
import { recordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import type { AdjustStock } from '#core/catalog/use-cases/adjust-stock.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { requireFound, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { stockAdjustmentInput, stockAdjustmentPage, stockAdjustmentSchema } from './stock-schemas.ts';

export type StockOperationsDeps = Readonly<{ queries: CatalogQueries; adjustStock: AdjustStock; cursors: Cursors }>;

export const adjustStock = (deps: StockOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/products/{id}/stock_adjustments',
    id: 'prod',
    operationId: 'adjustStock',
    summary: 'Adjust a product’s stock',
    description:
      'Adds `delta` to the stock, whatever was sold meanwhile; never below zero. Emits `product.updated`, and ' +
      '`product.low_stock` when the stock falls to its threshold or below.',
    access: { kind: 'scope', scope: 'products:write' },
    body: stockAdjustmentInput,
    responses: { 201: { description: 'The stock adjustment.', schema: stockAdjustmentSchema } },
    problems: ['insufficient_stock', 'invalid_state'],
    write: ({ actor, id, body }) =>
      respond(deps.adjustStock(actor, { id, ...body }), (adjustment) => ({
        status: 201,
        body: recordedAdjustmentView(adjustment),
        location: `/api/products/${id}/stock_adjustments`,
      })),
  });

export const listStockAdjustments = ({ queries, cursors }: StockOperationsDeps) =>
  listOperation({
    path: '/api/products/{id}/stock_adjustments',
    id: 'prod',
    operationId: 'listStockAdjustments',
    summary: 'List a product’s stock adjustments',
    description:
      'Who adjusted the stock, when and why; the newest first. Orders and updates of `stock` are not adjustments: the ' +
      'events and the audit log have them.',
    access: { kind: 'scope', scope: 'products:read' },
    list: newestFirstList,
    pageSchema: stockAdjustmentPage,
    cursors,
    requireParent: async ({ id }) => requireFound(await queries.findProduct(id, 'full'), 'product', id),
    read: ({ page }, { id }) => queries.listStockAdjustments(id, page),
  });
