import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Loaded, type ResultOf, send, urlOf } from '../api/request.ts';
import { useScrollPosition } from '../app/scroll-position.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { Button, Options } from '../parts/button.tsx';
import type { Column } from '../parts/column.tsx';
import { Loading } from '../parts/parts.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { ColumnMenu, useColumns } from './columns.tsx';
import { CsvButton } from './csv.tsx';
import { ActiveFilters, FilterPanel, SearchBox } from './filters.tsx';
import { type ListPath, type ListState, listAt, useListState } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { Pager } from './pager.tsx';
import { filtersWithin, parametersWithin, type Restriction } from './restriction.ts';
import { ViewMenu } from './view-menu.tsx';

type Row = Readonly<{ id: string }>;

type RowOf<P extends ListPath> = ResultOf<P> extends { data: readonly (infer T)[] } ? T & Row : never;

type Page<T> = Readonly<{ data: readonly T[]; next_cursor: string | null }>;

type Props<P extends ListPath> = Readonly<{
  /** The list of the API; its filters and orders follow from it. */
  path: P;
  params?: Readonly<Record<string, string>>;
  /** What the list is restricted to. */
  within?: Restriction;
  /** What its views and columns are stored under, if another screen has the same list; the path by default. */
  name?: string;
  title: string;
  columns: readonly Column<RowOf<P>>[];
  /** Where a row leads to. */
  hrefOf?: (row: RowOf<P>) => string;
  /** What a row is called where it is selected. */
  nameOf?: (row: RowOf<P>) => string;
  /** What is beside a row. */
  rowActions?: (row: RowOf<P>, reload: () => void) => ComponentChildren;
  bulkActions?: readonly BulkAction<RowOf<P>>[];
  /** Beside the title, such as a button that creates. */
  actions?: (reload: () => void) => ComponentChildren;
  /** What an empty list says. */
  empty: string;
  /** Whether it is a part of a screen that has a heading of its own. */
  isPart?: boolean;
  /** Beside the table, once its rows are there. */
  aside?: (rows: readonly RowOf<P>[]) => ComponentChildren;
}>;

const PAGE_SIZE = 25;

/** A list of the API: search, filters, sort, pages, columns, views, CSV and bulk actions. */
export const ResourceList = <const P extends ListPath>(props: Props<P>) => {
  type T = RowOf<P>;
  const {
    path,
    params = {},
    within = {},
    name = path,
    title,
    columns,
    empty,
    actions,
    bulkActions = [],
    aside,
    isPart = false,
  } = props;
  const state = useListState();
  const { sorts = [] } = listAt(path);
  const filters = filtersWithin(path, within);
  const address = urlOf(path, params, { ...parametersWithin(state, within), limit: PAGE_SIZE });
  const load = async (signal: AbortSignal): Promise<Page<T>> => {
    const { data }: Loaded<Page<T>> = await send({ method: 'get', path: address, signal });
    return data;
  };
  const list = useLoaded(address, load, { keepsFormer: true });
  useScrollPosition(list.data !== undefined && !list.isLoading);
  const [hasFilters, setHasFilters] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useColumns(name, columns);
  // those of the former filters would look like those of the refused ones
  const page = list.error ? undefined : list.data;
  const rows = page?.data ?? [];
  const selectedRows = rows.filter(({ id }) => selected.has(id));
  return (
    <section class="screen" aria-busy={list.isLoading}>
      <header class="screen-header">
        {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
        <div class="buttons">{actions?.(list.reload)}</div>
      </header>
      <div class="toolbar">
        {'q' in filters && <SearchBox state={state} label={fill(t().list.search, { title })} />}
        {Object.keys(filters).length > ('q' in filters ? 1 : 0) && (
          <Button label={t().list.filters} aria-expanded={hasFilters} onClick={() => setHasFilters(!hasFilters)} />
        )}
        {sorts.length > 0 && <SortSelect sorts={sorts} state={state} />}
        <div class="toolbar-end">
          <ViewMenu list={name} state={state} />
          <ColumnMenu columns={columns} shown={shown} />
          <CsvButton name={title} address={address} columns={shown.columns} />
        </div>
      </div>
      {hasFilters && <FilterPanel filters={filters} state={state} />}
      <ActiveFilters filters={filters} state={state} />
      {bulkActions.length > 0 && selectedRows.length > 0 && (
        <BulkBar
          actions={bulkActions}
          rows={selectedRows}
          onDone={() => {
            setSelected(new Set());
            return list.reload();
          }}
        />
      )}
      <p class="visually-hidden" role="status">
        {list.isLoading ? t().common.loading : page && fill(t().list.results, { count: rows.length })}
      </p>
      {list.error && <ProblemNotice error={list.error} retry={list.reload} />}
      {list.isLoading && <Loading />}
      <Beside aside={page && aside?.(page.data)}>
        {page && rows.length === 0 && <p class="empty">{state.query.size > 0 ? t().list.noMatches : empty}</p>}
        {rows.length > 0 && (
          <ListTable
            {...props}
            rows={rows}
            columns={shown.columns}
            isSelectable={bulkActions.length > 0}
            selected={selected}
            onSelect={setSelected}
            reload={list.reload}
          />
        )}
        {page && <Pager state={state} address={address} next={page.next_cursor} />}
      </Beside>
    </section>
  );
};

const Beside = ({ aside, children }: Readonly<{ aside: ComponentChildren; children: ComponentChildren }>) =>
  aside === undefined ? (
    children
  ) : (
    <div class="beside">
      {aside}
      <div class="column">{children}</div>
    </div>
  );

const SortSelect = ({ sorts, state }: Readonly<{ sorts: readonly string[]; state: ListState }>) => (
  <select
    aria-label={t().list.sort}
    value={state.valuesOf('sort')[0] ?? ''}
    onChange={(event) => state.set('sort', [event.currentTarget.value])}
  >
    <option value="">{t().list.sort}</option>
    <Options
      values={sorts}
      labelOf={(sort) => `${fieldLabel(sort.replace(/^-/, ''))} ${sort.startsWith('-') ? '↓' : '↑'}`}
    />
  </select>
);
