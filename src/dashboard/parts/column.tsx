import type { ComponentChildren } from 'preact';
import { fieldLabel } from '../text/text.ts';
import { Amount } from './parts.tsx';

/** A column of a table: its name is that of a field of the API, whose label it has. */
export type Column<T> = Readonly<{
  name: string;
  /** The heading, if it is not the label of the name. */
  heading?: string;
  cell: (row: T) => ComponentChildren;
  /** The value in CSV, if it is not the field itself. */
  text?: (row: T) => string;
  /** Whether the column is hidden until it is chosen. */
  isOptional?: boolean;
  /** Whether CSV leaves the column out, since its values are not those of the list. */
  isScreenOnly?: boolean;
  isNumeric?: boolean;
  /**
   * Where a phone shows the cell: in the first line of the row, beside it at the end, or in the second line. The cells of
   * other columns are left out there; where no column has a place, each cell is a line with its heading.
   */
  place?: 'title' | 'end' | 'detail';
  /** Whether a row that is shown as a card has the cell without its heading. */
  isTitle?: boolean;
}>;

export const headingOf = ({ name, heading }: Pick<Column<never>, 'name' | 'heading'>): string =>
  heading ?? fieldLabel(name);

/** A column of amounts in the currency of their rows. */
export const amountColumn = <N extends string>(name: N, place?: Column<never>['place']) => ({
  name,
  ...(place === undefined ? {} : { place }),
  cell: (row: Readonly<Record<N, number> & { currency: string }>) => (
    <Amount value={row[name]} currency={row.currency} />
  ),
  isNumeric: true,
});

/** A column of amounts of which most are 0. */
export const rareAmountColumn = <N extends string>(name: N) => ({
  ...amountColumn<N>(name),
  cell: (row: Readonly<Record<N, number> & { currency: string }>) =>
    row[name] === 0 ? <span class="muted">–</span> : <Amount value={row[name]} currency={row.currency} />,
});
