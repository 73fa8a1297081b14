import type { List, ListQuery } from '#core/shared/list.ts';
import type { Condition } from './condition.ts';
import { filterConditions } from './filter-conditions.ts';
import { columnOf, type ListTable } from './list-table.ts';
import { joinAndItem, type ListedView, type PageQuery } from './page-query.ts';

/** `conditions` apply in addition to the filters. */
type ListPageOptions<L extends List> = ListQuery<L> & Readonly<{ conditions?: readonly Condition[] }>;

/** The query of a page of a list whose items are shown as a view. */
export const listPageQuery = <L extends List>(
  listTable: ListTable<L>,
  view: ListedView,
  { filter, sort = listTable.list.defaultSort, page, conditions = [] }: ListPageOptions<L>,
): PageQuery => ({
  name: listTable.table,
  table: listTable.table,
  conditions: [...conditions, ...filterConditions(listTable, filter)],
  sort: { ...sort, by: columnOf(listTable, sort.by) },
  ...joinAndItem(view),
  page,
});
