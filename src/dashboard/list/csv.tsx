import { type Loaded, send } from '../api/request.ts';
import { notify } from '../app/notices.tsx';
import type { Column } from '../parts/column.tsx';
import { DownloadButton } from '../parts/download-button.tsx';
import { number } from '../text/format.ts';
import { fieldLabel, fill, t } from '../text/text.ts';

type Page<T> = Readonly<{ data: readonly T[]; next_cursor: string | null }>;

const PAGE_SIZE = '100';

/** Upper bound of the rows, in whole pages; the exports of the API have none. */
const MAX_ROWS = 10_000;

/** Downloads all rows of the list, with the fields of its columns. */
export const CsvButton = <T extends object>({
  name,
  address,
  columns,
}: Readonly<{ name: string; address: string; columns: readonly Column<T>[] }>) => {
  const load = async (): Promise<Blob> => {
    const { rows, isCut } = await readAll<T>(address);
    if (isCut) notify(fill(t().list.csvLimit, { count: number(MAX_ROWS) }));
    return new Blob(
      [
        `\uFEFF${toCsv(
          rows,
          columns.filter(({ isScreenOnly }) => isScreenOnly !== true),
        )}`,
      ],
      { type: 'text/csv' },
    );
  };
  return <DownloadButton name={`${name}.csv`} load={load} />;
};

/** The first rows of the list, and whether there are more. */
const readAll = async <T,>(address: string): Promise<Readonly<{ rows: readonly T[]; isCut: boolean }>> => {
  const url = new URL(address, location.origin);
  url.searchParams.set('limit', PAGE_SIZE);
  url.searchParams.delete('cursor');
  const rows: T[] = [];
  for (;;) {
    const { data }: Loaded<Page<T>> = await send({ method: 'get', path: url.pathname + url.search });
    rows.push(...data.data);
    if (data.next_cursor === null || rows.length >= MAX_ROWS) return { rows, isCut: data.next_cursor !== null };
    url.searchParams.set('cursor', data.next_cursor);
  }
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
