import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { ImageCounts } from './image-fetch.ts';
import {
  IMPORT_STATUSES,
  type Import,
  type ImportCounts,
  type ImportError,
  type ImportFormat,
  type ImportStatus,
  type OnError,
} from './import.ts';
import type { ImportFile } from './import-file.ts';
import { IMPORT_RESOURCES, type ImportResource } from './import-resource.ts';
import type { WarningCount } from './warnings.ts';

/** An import in a list: without its errors and warnings. */
export type ImportSummary = ResourceView<Import, 'import'> &
  ImportCounts &
  Readonly<{
    resource: ImportResource;
    status: ImportStatus;
    format: ImportFormat;
    on_error: OnError;
    /** How many rows were read: all but the one at which the import stopped or failed. */
    rows: number;
    images: ImageCounts;
  }>;

/** An import as the API shows it. */
export type ImportView = ImportSummary &
  Readonly<{ errors: readonly ImportError[]; warnings: readonly WarningCount[]; file: ImportFile | null }>;

export const importSummary = (current: Import): ImportSummary => {
  const { id, resource, status, format, onError, rows, created, updated, unchanged, failed, images, lastError } =
    current;
  return {
    id,
    object: 'import',
    resource,
    status,
    format,
    on_error: onError,
    rows,
    created,
    updated,
    unchanged,
    failed: failed + (lastError === null ? 0 : 1),
    images,
    ...versionView(current),
  };
};

export const importView = (current: Import): ImportView => {
  const { errors, lastError, warnings, file } = current;
  return { ...importSummary(current), errors: lastError === null ? errors : [...errors, lastError], warnings, file };
};

export const importList = describeList<ImportSummary>()({
  filters: {
    resource: {
      kind: 'equals',
      field: 'resource',
      format: { type: 'choice', values: IMPORT_RESOURCES },
      description: 'Imports of this resource.',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: IMPORT_STATUSES },
      description: 'Imports with this status.',
    },
    ...idsFilter('Imports', 'imp'),
    ...createdFilters('Imports'),
  },
  ...newestFirst,
});
