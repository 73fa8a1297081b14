import { importRows } from '#adapters/http/imports/import-rows.ts';
import type { ImportFormat } from '#core/imports/import.ts';
import type { ImportResource } from '#core/imports/import-resource.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { PresetName } from '#core/imports/source/preset-names.ts';
import type { ImportWarning } from '#core/imports/source/source-row.ts';
import { rowMessage } from '../../../src/dashboard/text/api-message.ts';

type Reported = Pick<ImportWarning, 'code' | 'message'>;

/** What is said of the rows of a file: warnings, and why some are none. */
export type RowReports = Readonly<{ warnings: readonly Reported[]; errors: readonly Reported[] }>;

type Reading = Readonly<{ format: ImportFormat; resource: ImportResource; preset?: PresetName | undefined }>;

export const reportsOf = async (
  chunks: AsyncIterable<Uint8Array>,
  { format, resource, preset }: Reading,
): Promise<RowReports> => {
  const rows: ImportRow[] = [];
  const { rows: read } = importRows(chunks, format, { resource, choices: { preset } });
  for await (const chunk of read) rows.push(...chunk);
  return {
    warnings: rows.flatMap((row) => (row.kind === 'unreadable' ? [] : (row.warnings ?? []))),
    errors: rows.flatMap((row) => (row.kind === 'row' ? [] : [row.error])),
  };
};

/** The parts of a message about a row, one for each of its errors, that are shown in English. */
export const untranslated = (message: string): readonly string[] => {
  const shown = rowMessage(message).split('; ');
  return message.split('; ').filter((part) => shown.includes(part));
};
