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
  /** The headings by which the rows can be sorted. */
  sorting?: Sorting | undefined;
  /** What a click beside the links and the buttons of a row does. */
  onRowClick?: ((row: T, event: MouseEvent) => void) | undefined;
}>;

/** How the headings sort rows. */
export type Sorting = Readonly<{
  /** `ascending` or `descending` if the rows are sorted by the column, undefined if they can be. */
  orderOf: (column: string) => 'ascending' | 'descending' | undefined;
  canSort: (column: string) => boolean;
  toggle: (column: string) => void;
}>;

/** What has a click of its own. */
const CONTROLS = 'a, button, input, label, summary, dialog, .select';

/** A table; a wide one is scrolled within a frame, by keyboard too. */
export const DataTable = <T,>(props: Props<T>) => {
  const { label, rows, columns, keyOf, rowActions, selection, sorting, onRowClick } = props;
  const isPlaced = columns.some(({ place }) => place !== undefined);
  const clickOn = (row: T) => (event: MouseEvent) => {
    const hasControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    if (!hasControl && String(getSelection()) === '') onRowClick?.(row, event);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reachable by keyboard
    <section class="table-frame" aria-label={label} tabIndex={0}>
      <table class={isPlaced ? 'table stacked placed' : 'table stacked'}>
        <thead>
          <tr>
            {selection && (
              <th class="narrow select" data-label={selection.label}>
                {selection.all}
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} />
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
            <tr key={keyOf(row)} class={onRowClick && 'linked'} onClick={onRowClick && clickOn(row)}>
              {selection && <td class="narrow select">{selection.one(row)}</td>}
              {columns.map((column) => (
                <td
                  key={column.name}
                  class={[column.isNumeric && 'numeric', column.place].filter(Boolean).join(' ')}
                  data-label={column.isTitle || column.place !== undefined ? undefined : headingOf(column)}
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
};

type HeadingProps = Readonly<{
  column: Pick<Column<never>, 'name' | 'heading' | 'isNumeric'>;
  sorting: Sorting | undefined;
}>;

const Heading = ({ column, sorting }: HeadingProps) => {
  const { name, isNumeric } = column;
  const order = sorting?.orderOf(name);
  return (
    <th scope="col" class={isNumeric ? 'numeric' : ''} aria-sort={order}>
      {sorting?.canSort(name) ? (
        <button type="button" class="sort" onClick={() => sorting.toggle(name)}>
          {headingOf(column)}
        </button>
      ) : (
        headingOf(column)
      )}
    </th>
  );
};
