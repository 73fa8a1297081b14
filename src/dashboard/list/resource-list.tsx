import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Loaded, type ResultOf, send, urlOf } from '../api/request.ts';
import { useScrollPosition } from '../app/scroll-position.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { Button, Options } from '../parts/button.tsx';
import type { Column } from '../parts/column.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import type { IconName } from '../parts/icon.tsx';
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
import { sortingOf } from './sorting.ts';
import { type Tab, ViewTabs } from './view-tabs.tsx';

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
  /** Between the heading and the list. */
  above?: ComponentChildren;
  /** What an empty list says. */
  empty: string;
  /** Its drawing. */
  icon?: IconName;
  /** Views that everybody has. */
  tabs?: readonly Tab[];
  /** Whether it is a part of a screen that has a heading of its own. */
  isPart?: boolean;
  /** Beside the table, once its rows are there. */
  aside?: (rows: readonly RowOf<P>[]) => ComponentChildren;
}>;

const PAGE_SIZE = 25;

/** About what fits into a window. */
const SKELETON_ROWS = 12;

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
    icon = 'inbox',
    tabs = [],
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useColumns(name, columns);
  const sorting = sortingOf(sorts, state, shown.columns);
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
      {props.above}
      <ViewTabs list={name} state={state} tabs={tabs} />
      <div class="toolbar">
        {'q' in filters && <SearchBox state={state} label={fill(t().list.search, { title })} />}
        <FilterPanel filters={filters} state={state} />
        {sorts.length > 0 && <SortSelect sorts={sorts} state={state} isNeeded={!sorting.isComplete} />}
        {!isPart && (
          <div class="toolbar-end">
            <ColumnMenu columns={columns} shown={shown} />
            <CsvButton name={title} address={address} columns={shown.columns} />
          </div>
        )}
      </div>
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
      {list.isLoading && <Loading rows={page === undefined ? SKELETON_ROWS : 0} />}
      <Beside aside={page && aside?.(page.data)}>
        {page && rows.length === 0 && (
          <EmptyState icon={icon} text={state.query.size > 0 ? t().list.noMatches : empty}>
            {state.query.size > 0 && <Button label={t().list.clear} onClick={() => state.apply('')} />}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ListTable
            {...props}
            rows={rows}
            columns={shown.columns}
            isSelectable={bulkActions.length > 0}
            selected={selected}
            onSelect={setSelected}
            reload={list.reload}
            sorting={sorting}
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

const SortSelect = ({
  sorts,
  state,
  isNeeded,
}: Readonly<{
  sorts: readonly string[];
  state: ListState;
  /** Whether not all of them are in the headings, which phones do not show. */
  isNeeded: boolean;
}>) => (
  <select
    class={isNeeded ? '' : 'on-phones'}
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
