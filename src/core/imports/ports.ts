import type { CatalogTx } from '#core/catalog/ports.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Import, ImportId, ImportName } from './import.ts';
import type { ImportSummary, ImportView, importList } from './import-view.ts';

/** Reads of imports. Each result includes every commit before the call. */
export interface ImportQueries {
  find(id: ImportId): Promise<Found<ImportView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof importList>): Promise<Page<ImportSummary>>;
}

/** Writes imports. `get` and `find` lock the import until the transaction ends. */
export interface ImportRepository {
  /** @throws DomainError `not_found`. */
  get(id: ImportId): Promise<Import>;
  find(name: ImportName): Promise<Import | undefined>;
  /** If another transaction has added one of the same name, the work runs again. */
  add(added: Import): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(saved: Import): Promise<void>;
  /** Locks the imports whose lease has expired at a time while they were running; at most some. */
  listAbandoned(at: Date): Promise<readonly Import[]>;
}

/** Waits for a time. */
export type Timer = (milliseconds: number) => Readonly<{
  /** Resolves after the time, unless it is cancelled. */
  elapsed: Promise<'elapsed'>;
  cancel: () => void;
}>;

/** The part of a transaction that the use cases of imports need. */
export type ImportsTx = Readonly<{ imports: ImportRepository }> & CatalogTx;
