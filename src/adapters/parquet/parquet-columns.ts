import type { SchemaElement } from 'hyparquet-writer';
import { type Columns, type ColumnType, DATASETS, type Dataset } from '#core/analytics/export/datasets.ts';

/** A column of a Parquet file. */
export type ParquetColumn = Readonly<{
  name: string;
  element: SchemaElement;
  /** The value that hyparquet-writer takes, of a value in the JSON of a row. */
  toValue: (value: unknown) => unknown;
}>;

type Type = Readonly<{
  element: Omit<SchemaElement, 'name' | 'repetition_type'>;
  toValue: (value: unknown) => unknown;
}>;

const SCALE = 4;

const unchanged = (value: unknown): unknown => value;

/** A decimal with four digits as a whole number of its last digits. */
const unscaled = (decimal: unknown): bigint => BigInt(String(decimal).replace('.', ''));

const decimalOf = (type: 'INT32' | 'INT64', precision: number): Type => ({
  element: {
    ...{ type, converted_type: 'DECIMAL', scale: SCALE, precision },
    logical_type: { type: 'DECIMAL', scale: SCALE, precision },
  },
  toValue: unscaled,
});

const TYPES: Readonly<Record<ColumnType, Type>> = {
  text: {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    toValue: unchanged,
  },
  whole: { element: { type: 'INT64' }, toValue: (value) => BigInt(Number(value)) },
  // 64 bits hold 14 digits before the point, which no amount exceeds
  amount: decimalOf('INT64', 18),
  percent: decimalOf('INT32', 7),
  boolean: { element: { type: 'BOOLEAN' }, toValue: unchanged },
  time: {
    element: {
      ...{ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    toValue: (value) => BigInt(Date.parse(String(value))),
  },
  json: {
    element: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
    toValue: unchanged,
  },
};

/** The columns of the files of a dataset. */
export const parquetColumns = (dataset: Dataset): ParquetColumn[] => {
  const columns: Columns = DATASETS[dataset];
  return Object.entries(columns).map(([name, { type, nullable }]) => {
    const { element, toValue } = TYPES[type];
    return {
      name,
      element: { name, repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED', ...element },
      toValue: (value) => (value === null ? null : toValue(value)),
    };
  });
};
