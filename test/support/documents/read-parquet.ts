import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';
import type { Dataset } from '#core/analytics/export/datasets.ts';

const contentOf = async (file: string): Promise<ArrayBuffer> => {
  const { buffer, byteOffset, byteLength } = await readFile(file);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
};

export const parquetPath = (folder: string, dataset: Dataset, month: string): string =>
  path.join(folder, dataset, `month=${month}`, `${dataset}.parquet`);

/** What a Parquet file says about itself. */
export const readParquetMetadata = async (file: string) => parquetMetadata(await contentOf(file));

const isDecimal = ({ converted_type }: SchemaElement): boolean => converted_type === 'DECIMAL';

const withoutDecimal = (element: SchemaElement): SchemaElement => {
  if (!isDecimal(element)) return element;
  const { name, type, repetition_type } = element;
  return { name, ...(type && { type }), ...(repetition_type && { repetition_type }) };
};

const decimalText = (unscaled: unknown): unknown => {
  if (unscaled === null) return null;
  const digits = String(unscaled).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
};

/** The rows of a Parquet file. Decimals are exact, as text with four digits; whole numbers are numbers, times are text. */
export const readParquet = async (file: string): Promise<Record<string, unknown>[]> => {
  const content = await contentOf(file);
  const metadata = parquetMetadata(content);
  // hyparquet reads decimals as numbers, which are not exact
  const decimals = new Set(metadata.schema.filter(isDecimal).map(({ name }) => name));
  const exact = { ...metadata, schema: metadata.schema.map(withoutDecimal) };
  const rows = await parquetReadObjects({ file: content, metadata: exact });
  const shown = (name: string, value: unknown): unknown => {
    if (decimals.has(name)) return decimalText(value);
    return typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value;
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(name, value)])));
};
