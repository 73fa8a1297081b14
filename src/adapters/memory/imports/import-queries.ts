import type { Import, ImportId } from '#core/imports/import.ts';
import { importList, importSummary, importView } from '#core/imports/import-view.ts';
import type { ImportQueries } from '#core/imports/ports.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable } from '../store/memory-table.ts';

export class MemoryImportQueries implements ImportQueries {
  readonly #imports: MemoryTable<ImportId, Import>;

  constructor(imports: MemoryTable<ImportId, Import>) {
    this.#imports = imports;
  }

  async find(id: ImportId) {
    return Found.of(importView, this.#imports.get(id));
  }

  async list(query: ListQuery<typeof importList>) {
    return listPage(importList, [...this.#imports.values()].map(importSummary), query);
  }
}
