import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { type Loaded, send } from '../api/request.ts';
import { notify } from '../app/notices.tsx';
import { problemText } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { fieldLabel, fill, t } from '../text/text.ts';
import type { Column } from './column.ts';

type Page<T> = Readonly<{ data: readonly T[]; next_cursor: string | null }>;

const PAGE_SIZE = '100';

/** More than a person reads; the exports of the API have no limit. */
const MAX_ROWS = 10_000;

/** Downloads all rows of the list, with the fields of its columns. */
export const CsvButton = <T extends object>({
  name,
  address,
  columns,
}: Readonly<{ name: string; address: string; columns: readonly Column<T>[] }>) => {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const rows = await readAll<T>(address);
      saveFile(`${name}.csv`, new Blob([`\uFEFF${toCsv(rows, columns)}`], { type: 'text/csv' }));
      if (rows.length === MAX_ROWS) notify(fill(t().list.csvLimit, { count: MAX_ROWS }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => void download()}>
      {isBusy ? t().list.csvBusy : 'CSV'}
    </button>
  );
};

const readAll = async <T,>(address: string): Promise<readonly T[]> => {
  const url = new URL(address, location.origin);
  url.searchParams.set('limit', PAGE_SIZE);
  url.searchParams.delete('cursor');
  const rows: T[] = [];
  while (rows.length < MAX_ROWS) {
    const { data }: Loaded<Page<T>> = await send({ method: 'get', path: url.pathname + url.search });
    rows.push(...data.data);
    if (data.next_cursor === null) break;
    url.searchParams.set('cursor', data.next_cursor);
  }
  return rows.slice(0, MAX_ROWS);
};

const toCsv = <T extends object>(rows: readonly T[], columns: readonly Column<T>[]): string => {
  const lines = rows.map((row) => columns.map(({ name, text }) => text?.(row) ?? fieldOf(row, name)));
  return [columns.map(({ name }) => fieldLabel(name)), ...lines].map((line) => line.map(toCell).join(',')).join('\r\n');
};

/** The field of the column's name, as the API has it. */
const fieldOf = (row: object, name: string): string => {
  const value = (row as Readonly<Record<string, unknown>>)[name] ?? '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Text that a spreadsheet would run as a formula gets an apostrophe; numbers do not. */
const toCell = (text: string): string => {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
};
