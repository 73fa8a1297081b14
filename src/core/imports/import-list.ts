import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { IMPORT_STATUSES } from './import.ts';
import type { ImportSummary } from './import-view.ts';

/** The filters of the list of imports. */
export const importList = describeList<ImportSummary>()({
  filters: {
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
