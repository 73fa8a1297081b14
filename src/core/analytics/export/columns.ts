import type { Json } from '#core/shared/page.ts';

/** What the values of a column are in the JSON of a row. */
type Values = {
  text: string;
  /** A whole number. */
  whole: number;
  /** Major units as a decimal with four digits: `12.5000`. */
  amount: string;
  /** A percentage as a decimal with four digits: `19.0000`. */
  percent: string;
  boolean: boolean;
  /** RFC 3339 in UTC with milliseconds. */
  time: string;
  json: unknown;
};

export type ColumnType = keyof Values;

/** A column of a dataset. */
type Column = Readonly<{ type: ColumnType; nullable: boolean; description: string }>;

/** The columns of a dataset by name, in their order. */
export type Columns = Readonly<Record<string, Column>>;

/** A row of a dataset, by the names of its columns. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: Values[C[Name]['type']] | (C[Name]['nullable'] extends true ? null : never);
};

/** A row as queries return it. */
export type ExportedRow = Json<Readonly<Record<string, unknown>>>;

export const required = <T extends ColumnType>(type: T, description: string) =>
  ({ type, nullable: false, description }) as const;

export const nullable = <T extends ColumnType>(type: T, description: string) =>
  ({ type, nullable: true, description }) as const;
