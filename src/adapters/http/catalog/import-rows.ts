import type { ImportFormat } from '#core/imports/import.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import { csvRows } from './csv-rows.ts';
import { ndjsonRows } from './ndjson-rows.ts';

/**
 * Reads the rows of a file of products as its chunks arrive, with the validation of the API.
 * @throws DomainError `validation_failed` for an invalid header.
 */
export const importRows = (
  chunks: AsyncIterable<Uint8Array>,
  format: ImportFormat,
): AsyncIterable<readonly ImportRow[]> => (format === 'csv' ? csvRows(chunks) : ndjsonRows(chunks));
