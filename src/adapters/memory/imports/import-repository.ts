import type { Import, ImportId, ImportName } from '#core/imports/import.ts';
import type { ImportRepository } from '#core/imports/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Lease } from '#core/shared/lease.ts';
import { MemoryTable, type TableChanges } from '../store/memory-table.ts';

export const makeImportTable = (): MemoryTable<ImportId, Import> => new MemoryTable();

export class MemoryImportRepository implements ImportRepository {
  readonly #imports: TableChanges<ImportId, Import>;

  constructor(imports: TableChanges<ImportId, Import>) {
    this.#imports = imports;
  }

  async get(id: ImportId): Promise<Import> {
    const found = this.#imports.get(id);
    if (found === undefined) throw notFound('import', id);
    return found;
  }

  async find({ account, key }: ImportName): Promise<Import | undefined> {
    return [...this.#imports.values()].find(({ name }) => name?.account === account && name.key === key);
  }

  async add(added: Import): Promise<void> {
    this.#imports.set(added.id, added);
  }

  async save(saved: Import): Promise<void> {
    if (this.#imports.get(saved.id)?.version !== saved.version - 1) {
      throw conflict(`Import ${saved.id} was changed concurrently.`);
    }
    this.#imports.set(saved.id, saved);
  }

  async listAbandoned(at: Date): Promise<readonly Import[]> {
    return [...this.#imports.values()].filter(({ status, lease }) => status === 'running' && !Lease.isValid(lease, at));
  }
}
