import type { Import, ImportId, ImportName } from './import.ts';

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
