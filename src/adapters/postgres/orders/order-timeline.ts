import { type SqlBool, sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import { STAFF_ENTRIES } from '#core/orders/timeline-entry.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { PageRequest } from '#core/shared/page.ts';
import { type Condition, columnEquals, constantCondition } from '../lists/condition.ts';
import { joinAndItem, type PageQuery } from '../lists/page-query.ts';
import { ORDER_ENTRY_VIEWS } from './order-views.ts';

/** The entries of a timeline that a reader sees. */
export const visibleEntries = (visibility: TimelineVisibility): Condition[] =>
  visibility === 'full' ? [] : [constantCondition('no entries for staff', NOT_FOR_STAFF)];

const NOT_FOR_STAFF = sql<SqlBool>`t.type not in (${sql.join(STAFF_ENTRIES.map((type) => sql.lit(type)))})`;

/** The statement of `timeline`, for tests of its plan. */
export const timelinePage = (id: OrderId, page: PageRequest, visibility: TimelineVisibility): PageQuery => ({
  name: `order timeline ${visibility}`,
  table: 'order_timeline',
  conditions: [columnEquals('order_id', id), ...visibleEntries(visibility)],
  sort: newestFirstList.defaultSort,
  ...joinAndItem(ORDER_ENTRY_VIEWS[visibility]),
  page,
});
