import type { ComponentChildren } from 'preact';
import { TableFrame } from '../parts/table-frame.tsx';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Column } from './column.ts';

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
}>;

/** The rows of a list. */
export const ListTable = <T extends Readonly<{ id: string }>>(props: TableProps<T>) => {
  const {
    title,
    rows,
    columns,
    hrefOf,
    nameOf = ({ id }) => id,
    rowActions,
    isSelectable,
    selected,
    onSelect,
    reload,
  } = props;
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
      <table class="table stacked">
        <thead>
          <tr>
            {isSelectable && (
              <th class="narrow select" data-label={t().list.selectAll}>
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
                <td class="narrow select">
                  <input
                    type="checkbox"
                    aria-label={fill(t().list.select, { name: nameOf(row) })}
                    checked={selected.has(row.id)}
                    onChange={(event) => toggle([row.id], event.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map(({ name, cell, isNumeric }, index) => (
                <td key={name} class={isNumeric ? 'numeric' : ''} data-label={fieldLabel(name)}>
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
