import type { Reply } from '../servers/calls.ts';
import type { TestApp } from '../servers/start-app.ts';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

type Options = Readonly<{ type?: string; query?: string; key?: string }>;

/** Imports a file of products. */
export const importFile = (
  app: Pick<TestApp, 'call'>,
  body: string | Uint8Array,
  { type = CSV, query = '', key }: Options = {},
): Promise<Reply> =>
  app.call(`/api/products/import${query}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
  });

/** Lines of a CSV file. */
export const csvOf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');

/** Lines of JSON. */
export const ndjsonOf = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The counts of an import. */
export const countsOf = ({ rows, created, updated, unchanged, failed }: Reply['json']) => ({
  rows,
  created,
  updated,
  unchanged,
  failed,
});

/** The latest import. */
export const latestImport = async (app: Pick<TestApp, 'call'>): Promise<Reply['json']> =>
  (await app.call('/api/imports?limit=1')).json.data[0] ?? { rows: 0 };

/** Whether the latest import runs and has stored a batch. */
export const hasStoredRows = async (app: Pick<TestApp, 'call'>): Promise<boolean> => {
  const { status, rows } = await latestImport(app);
  return status === 'running' && rows >= 1_000;
};

/** The product with a SKU. */
export const productOf = async (app: Pick<TestApp, 'call'>, sku: string): Promise<Reply['json']> =>
  (await app.call(`/api/products?sku=${encodeURIComponent(sku)}`)).json.data[0];
