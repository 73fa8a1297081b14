import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { ImportId } from './import.ts';
import type { importList } from './import-list.ts';
import type { ImportSummary, ImportView } from './import-view.ts';

/** Reads of imports. Each result includes every commit before the call. */
export interface ImportQueries {
  find(id: ImportId): Promise<Found<ImportView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof importList>): Promise<Page<ImportSummary>>;
}
