import type { ComponentChildren } from 'preact';

/** A column: its name is that of a field of the API, whose label it has. */
export type Column<T> = Readonly<{
  name: string;
  cell: (row: T) => ComponentChildren;
  /** The value in CSV, if it is not the field itself. */
  text?: (row: T) => string;
  /** Whether the column is hidden until it is chosen. */
  isOptional?: boolean;
  isNumeric?: boolean;
}>;
