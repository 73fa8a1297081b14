import type { ComponentChildren } from 'preact';
import { TableFrame } from './table-frame.tsx';

/** A column of a small table: its heading and its cell. */
export type DataColumn<T> = Readonly<{
  heading: string;
  cell: (row: T) => ComponentChildren;
  isNumeric?: boolean;
}>;

/** A table within a card; wide ones are scrolled. */
export const DataTable = <T,>({
  label,
  rows,
  columns,
  keyOf,
}: Readonly<{ label: string; rows: readonly T[]; columns: readonly DataColumn<T>[]; keyOf: (row: T) => string }>) => (
  <TableFrame label={label}>
    <table class="table stacked">
      <thead>
        <tr>
          {columns.map(({ heading, isNumeric }) => (
            <th key={heading} scope="col" class={isNumeric ? 'numeric' : ''}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ heading, cell, isNumeric }) => (
              <td key={heading} class={isNumeric ? 'numeric' : ''} data-label={heading}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
);
