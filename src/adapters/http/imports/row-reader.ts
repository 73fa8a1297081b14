import type { ImportFile } from '#core/imports/import-file.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { SourceRecord } from '#core/imports/source/source.ts';

/** Reads the records of a file after its header. */
export type RowReader = Readonly<{
  file: Pick<ImportFile, 'preset' | 'columns'>;
  read: (records: readonly SourceRecord[]) => ImportRow[];
  end: () => Iterable<readonly ImportRow[]>;
}>;
