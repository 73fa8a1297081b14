import type { ProductId } from '#core/catalog/product.ts';
import { recordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { PageRequest } from '#core/shared/page.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import type { PageQuery } from '../lists/page-query.ts';
import { insertRow } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { StockAdjustmentRow, toStockAdjustment } from '../tables/stock-adjustments.ts';

export const INSERT_ADJUSTMENT = insertRow(StockAdjustmentRow);

const ADJUSTMENT_VIEW = rowView(StockAdjustmentRow, (row) => recordedAdjustmentView(toStockAdjustment(row)));

const adjustmentTable = listTable('stock_adjustments')(newestFirstList);

/** The statement of `listStockAdjustments`, for a test of its plan. */
export const adjustmentPage = (id: ProductId, page: PageRequest): PageQuery =>
  listPageQuery(adjustmentTable, ADJUSTMENT_VIEW, { filter: {}, page, conditions: [columnEquals('product_id', id)] });
