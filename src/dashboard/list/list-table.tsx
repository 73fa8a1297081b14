import type { ComponentChildren } from 'preact';
import { useRoute } from '../app/use-route.ts';
import type { Column } from '../parts/column.tsx';
import { DataTable, type Sorting } from '../parts/data-table.tsx';
import { RowMenu } from '../parts/menu.tsx';
import { fill, t } from '../text/text.ts';

type TableProps<T> = Readonly<{
  title: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  hrefOf?: (row: T) => string;
  nameOf?: (row: T) => string;
  rowActions?: (row: T, reload: () => void) => ComponentChildren;
  isSelectable: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  reload: () => void;
  sorting: Sorting | undefined;
}>;

/** The rows of a list. */
export const ListTable = <T extends Readonly<{ id: string }>>(props: TableProps<T>) => {
  const { rows, columns, hrefOf, rowActions, isSelectable, selected, onSelect } = props;
  const route = useRoute();
  const [first, ...others] = columns;
  const nameOf = props.nameOf ?? ((row: T) => nameBy(first, row));
  const open = (row: T, event: MouseEvent): void => {
    const href = hrefOf?.(row) ?? '';
    // as a link would
    if (event.ctrlKey || event.metaKey) window.open(href);
    else route(href);
  };
  const linked = first && hrefOf ? { ...first, cell: (row: T) => <a href={hrefOf(row)}>{first.cell(row)}</a> } : first;
  const toggle = (some: readonly T[], isOn: boolean): void => {
    const ids = new Set(some.map(({ id }) => id));
    onSelect(new Set([...[...selected].filter((id) => !ids.has(id)), ...(isOn ? ids : [])]));
  };
  const isAllSelected = rows.every(({ id }) => selected.has(id));
  const selection = {
    label: t().list.selectAll,
    all: (
      <input
        type="checkbox"
        aria-label={t().list.selectAll}
        checked={isAllSelected}
        onChange={() => toggle(rows, !isAllSelected)}
      />
    ),
    one: (row: T) => (
      <input
        type="checkbox"
        aria-label={fill(t().list.select, { name: nameOf(row) })}
        checked={selected.has(row.id)}
        onChange={(event) => toggle([row], event.currentTarget.checked)}
      />
    ),
  };
  return (
    <DataTable
      label={props.title}
      rows={rows}
      columns={linked ? [linked, ...others] : []}
      keyOf={({ id }) => id}
      rowActions={rowActions && ((row) => <RowMenu name={nameOf(row)}>{rowActions(row, props.reload)}</RowMenu>)}
      selection={isSelectable ? selection : undefined}
      sorting={props.sorting}
      onRowClick={hrefOf && open}
    />
  );
};

/** What a row is called without another name: its first cell, if that is a text. */
const nameBy = <T extends Readonly<{ id: string }>>(column: Column<T> | undefined, row: T): string => {
  const content = column?.cell(row);
  return typeof content === 'string' ? content : row.id;
};
