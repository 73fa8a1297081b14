import { sql } from 'kysely';
import type { ProductId } from '#core/catalog/product.ts';
import type { RecordedAdjustmentView } from '#core/catalog/recorded-adjustment.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { PageRequest } from '#core/shared/page.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import type { PageQuery } from '../lists/page-query.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { insertRow } from '../statements/row-parameters.ts';
import { StockAdjustmentRow } from '../tables/stock-adjustments.ts';

export const INSERT_ADJUSTMENT = insertRow(StockAdjustmentRow);

const t = columnsOf<{ t: 'stock_adjustments' }>();

/** An adjustment `t` as the API shows it. */
const ADJUSTMENT_VIEW = jsonView<RecordedAdjustmentView>()({
  id: t('t.id'),
  object: literal('stock_adjustment'),
  product_id: t('t.product_id'),
  delta: t('t.delta'),
  stock: t('t.stock'),
  reason: t('t.reason'),
  actor: sql<RecordedAdjustmentView['actor']>`json_build_object(
    'kind', ${t('t.actor_kind')}, 'user_id', ${t('t.actor_user_id')}, 'credential_id', ${t('t.actor_credential_id')})`,
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.created_at')),
});

const adjustmentTable = listTable('stock_adjustments')(newestFirstList);

/** The statement of `listStockAdjustments`, for a test of its plan. */
export const adjustmentPage = (id: ProductId, page: PageRequest): PageQuery =>
  listPageQuery(adjustmentTable, ADJUSTMENT_VIEW, { filter: {}, page, conditions: [columnEquals('product_id', id)] });
