import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { type Column, headingOf } from './column.tsx';

type Props<T> = Readonly<{
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** What is beside a row. */
  rowActions?: ((row: T) => ComponentChildren) | undefined;
  /** Inputs before the rows that select all of them or one, which the label says of all. */
  selection?: Readonly<{ label: string; all: ComponentChildren; one: (row: T) => ComponentChildren }> | undefined;
}>;

/** A table; a wide one is scrolled within a frame, by keyboard too. */
export const DataTable = <T,>({ label, rows, columns, keyOf, rowActions, selection }: Props<T>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reachable by keyboard
  <section class="table-frame" aria-label={label} tabIndex={0}>
    <table class="table stacked">
      <thead>
        <tr>
          {selection && (
            <th class="narrow select" data-label={selection.label}>
              {selection.all}
            </th>
          )}
          {columns.map((column) => (
            <th key={column.name} scope="col" class={column.isNumeric ? 'numeric' : ''}>
              {headingOf(column)}
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
          <tr key={keyOf(row)}>
            {selection && <td class="narrow select">{selection.one(row)}</td>}
            {columns.map((column) => (
              <td
                key={column.name}
                class={column.isNumeric ? 'numeric' : ''}
                data-label={column.isTitle ? undefined : headingOf(column)}
              >
                {column.cell(row)}
              </td>
            ))}
            {rowActions && <td class="narrow buttons">{rowActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
