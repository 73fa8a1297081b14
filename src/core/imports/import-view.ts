import type { ResourceView } from '#core/shared/resource.ts';
import { versionView } from '#core/shared/resource.ts';
import type { Import, ImportCounts, ImportError, ImportFormat, ImportStatus, OnError } from './import.ts';

/** An import in a list: without its errors. */
export type ImportSummary = ResourceView<Import, 'import'> &
  ImportCounts &
  Readonly<{
    status: ImportStatus;
    format: ImportFormat;
    on_error: OnError;
    /** How many rows were read: all but the one at which the import stopped or failed. */
    rows: number;
  }>;

/** An import as the API shows it. */
export type ImportView = ImportSummary & Readonly<{ errors: readonly ImportError[] }>;

export const importSummary = (current: Import): ImportSummary => {
  const { id, status, format, onError, rows, created, updated, unchanged, failed, lastError } = current;
  return {
    id,
    object: 'import',
    status,
    format,
    on_error: onError,
    rows,
    created,
    updated,
    unchanged,
    failed: failed + (lastError === null ? 0 : 1),
    ...versionView(current),
  };
};

export const importView = (current: Import): ImportView => {
  const { errors, lastError } = current;
  return { ...importSummary(current), errors: lastError === null ? errors : [...errors, lastError] };
};
