import type { ImportRow } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import { openTable, type TableRow } from '#core/imports/source/tables/table.ts';
import { SOURCE_TABLES } from '#core/imports/source/tables/tables.ts';
import { withoutGuard } from '../request/csv.ts';
import type { RowReader } from './row-reader.ts';
import { type TableResource, toTableRow } from './table-row-schemas.ts';

/** Begins to read a file each of whose rows is a resource. @throws DomainError `validation_failed` for its columns. */
export const openTableReader = (
  resource: TableResource,
  header: readonly string[],
  choices: SourceChoices,
): RowReader => {
  const { preset, columns, rowOf } = openTable(SOURCE_TABLES[resource], header, choices);
  return {
    file: { preset, columns },
    read: (records) =>
      records.flatMap((record) => {
        const row = rowOf({ ...record, cells: record.cells.map(withoutGuard) });
        return row === undefined ? [] : [toRow(resource, row)];
      }),
    end: () => [],
  };
};

const toRow = (resource: TableResource, { warnings, ...row }: TableRow): ImportRow => ({
  ...toTableRow(resource, { ...row, text: JSON.stringify(row.fields) }),
  warnings,
});
