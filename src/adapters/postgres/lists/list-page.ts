import type { List, ListQuery } from '#core/shared/list.ts';
import type { JsonView } from '../statements/json-view.ts';
import type { Condition } from './condition.ts';
import { filterConditions } from './filter-conditions.ts';
import { columnOf, type ListTable } from './list-table.ts';
import { type PageQuery, shownAs } from './page-query.ts';

/** `conditions` apply in addition to the filters. */
type ListPageQuery<L extends List> = ListQuery<L> & Readonly<{ conditions?: readonly Condition[] }>;

/** A page of a list whose items are shown as a view. */
export const listPage = <L extends List>(
  listed: ListTable<L>,
  view: JsonView<unknown>,
  { filter, sort = listed.list.defaultSort, page, conditions = [] }: ListPageQuery<L>,
): PageQuery => ({
  name: listed.table,
  table: listed.table,
  conditions: [...conditions, ...filterConditions(listed, filter)],
  sort: { ...sort, by: columnOf(listed, sort.by) },
  ...shownAs(view),
  page,
});
