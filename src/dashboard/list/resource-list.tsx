import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Loaded, type ResultOf, send, urlOf } from '../api/request.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { Loading } from '../parts/parts.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TableFrame } from '../parts/table-frame.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import type { Column } from './column.ts';
import { ColumnMenu, useColumns } from './columns.tsx';
import { CsvButton } from './csv.tsx';
import { ActiveFilters, FilterPanel, SearchBox } from './filters.tsx';
import { type ListPath, type ListState, listAt, useListState } from './list-state.ts';
import { ViewMenu } from './view-menu.tsx';

type Row = Readonly<{ id: string }>;

type RowOf<P extends ListPath> = ResultOf<P> extends { data: readonly (infer T)[] } ? T & Row : never;

type Page<T> = Readonly<{ data: readonly T[]; next_cursor: string | null }>;

type Props<P extends ListPath> = Readonly<{
  /** The list of the API; its filters and orders follow from it. */
  path: P;
  params?: Readonly<Record<string, string>>;
  /** Filters that the user cannot change. */
  fixed?: Readonly<Record<string, string>>;
  title: string;
  columns: readonly Column<RowOf<P>>[];
  /** Where a row leads to. */
  hrefOf?: (row: RowOf<P>) => string;
  /** What is beside a row. */
  rowActions?: (row: RowOf<P>, reload: () => void) => ComponentChildren;
  bulkActions?: readonly BulkAction<RowOf<P>>[];
  /** Beside the title, such as a button that creates. */
  actions?: (reload: () => void) => ComponentChildren;
  /** What an empty list says. */
  empty: string;
  /** Beside the table, once its rows are there. */
  aside?: (rows: readonly RowOf<P>[]) => ComponentChildren;
}>;

const PAGE_SIZE = 25;

/** A list of the API: search, filters, sort, pages, columns, views, CSV and bulk actions. */
export const ResourceList = <const P extends ListPath>(props: Props<P>) => {
  type T = RowOf<P>;
  const { path, params = {}, fixed = {}, title, columns, empty, actions, bulkActions = [], aside } = props;
  const state = useListState();
  const { filters, sorts } = visibleFilters(path, fixed);
  const query = Object.fromEntries([...state.query.keys()].map((name) => [name, state.valuesOf(name)]));
  const address = urlOf(path, params, { ...query, ...fixed, limit: PAGE_SIZE });
  const load = async (signal: AbortSignal): Promise<Page<T>> => {
    const { data }: Loaded<Page<T>> = await send({ method: 'get', path: address, signal });
    return data;
  };
  const list = useLoaded(address, load, { keepsFormer: true });
  const [hasFilters, setHasFilters] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useColumns(path, columns);
  const rows = list.data?.data ?? [];
  const selectedRows = rows.filter(({ id }) => selected.has(id));
  return (
    <section class="screen">
      <header class="screen-header">
        <h1>{title}</h1>
        <div class="buttons">{actions?.(list.reload)}</div>
      </header>
      <div class="toolbar">
        {'q' in filters && <SearchBox state={state} label={fill(t().list.search, { title })} />}
        {Object.keys(filters).length > ('q' in filters ? 1 : 0) && (
          <button type="button" class="button" aria-expanded={hasFilters} onClick={() => setHasFilters(!hasFilters)}>
            {t().list.filters}
          </button>
        )}
        {sorts.length > 0 && <SortSelect sorts={sorts} state={state} />}
        <div class="toolbar-end">
          <ViewMenu list={path} state={state} />
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
            list.reload();
          }}
        />
      )}
      {list.error && <ProblemNotice error={list.error} retry={list.reload} />}
      {list.isLoading && <Loading />}
      <Beside aside={list.data && aside?.(list.data.data)}>
        {list.data && rows.length === 0 && <p class="empty">{state.query.size > 0 ? t().list.noMatches : empty}</p>}
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
        {list.data && <Pager state={state} next={list.data.next_cursor} />}
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

const visibleFilters = (path: ListPath, fixed: Readonly<Record<string, string>>) => {
  const { filters, sorts } = listAt(path);
  return { filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in fixed))), sorts };
};

const SortSelect = ({ sorts, state }: Readonly<{ sorts: readonly string[]; state: ListState }>) => (
  <select
    aria-label={t().list.sort}
    value={state.valuesOf('sort')[0] ?? ''}
    onChange={(event) => state.set('sort', [event.currentTarget.value])}
  >
    <option value="">{t().list.sort}</option>
    {sorts.map((sort) => (
      <option key={sort} value={sort}>
        {fieldLabel(sort.replace(/^-/, ''))} {sort.startsWith('-') ? '↓' : '↑'}
      </option>
    ))}
  </select>
);

type TableProps<T> = Readonly<{
  title: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  hrefOf?: (row: T) => string;
  rowActions?: (row: T, reload: () => void) => ComponentChildren;
  isSelectable: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  reload: () => void;
}>;

const ListTable = <T extends Row>(props: TableProps<T>) => {
  const { title, rows, columns, hrefOf, rowActions, isSelectable, selected, onSelect, reload } = props;
  const toggle = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  const isAllSelected = rows.every(({ id }) => selected.has(id));
  return (
    <TableFrame label={title}>
      <table class="table">
        <thead>
          <tr>
            {isSelectable && (
              <th class="narrow">
                <input
                  type="checkbox"
                  aria-label={t().list.selectAll}
                  checked={isAllSelected}
                  onChange={() =>
                    toggle(
                      rows.map(({ id }) => id),
                      !isAllSelected,
                    )
                  }
                />
              </th>
            )}
            {columns.map(({ name, isNumeric }) => (
              <th key={name} scope="col" class={isNumeric ? 'numeric' : ''}>
                {fieldLabel(name)}
              </th>
            ))}
            {rowActions && (
              <th class="narrow">
                <span class="visually-hidden">{t().list.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {isSelectable && (
                <td class="narrow">
                  <input
                    type="checkbox"
                    aria-label={fill(t().list.select, { id: row.id })}
                    checked={selected.has(row.id)}
                    onChange={(event) => toggle([row.id], event.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map(({ name, cell, isNumeric }, index) => (
                <td key={name} class={isNumeric ? 'numeric' : ''}>
                  {index === 0 && hrefOf ? <a href={hrefOf(row)}>{cell(row)}</a> : cell(row)}
                </td>
              ))}
              {rowActions && <td class="narrow buttons">{rowActions(row, reload)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
};

const Pager = ({ state, next }: Readonly<{ state: ListState; next: string | null }>) => {
  const isFirst = state.valuesOf('cursor').length === 0;
  if (isFirst && next === null) return null;
  return (
    <nav class="pager" aria-label={t().list.pages}>
      {!isFirst && (
        <>
          <a class="button" href={state.pageHref(undefined)}>
            {t().list.first}
          </a>
          <button type="button" class="button" onClick={() => history.back()}>
            {t().list.previous}
          </button>
        </>
      )}
      {next !== null && (
        <a class="button" href={state.pageHref(next)}>
          {t().list.next}
        </a>
      )}
    </nav>
  );
};
