import type { Import } from '#core/imports/import.ts';
import { importList, importSummary, importView } from '#core/imports/import-view.ts';
import type { ImportQueries, ImportRepository } from '#core/imports/ports.ts';
import { Lease } from '#core/shared/lease.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';

export const makeImportRepository = (imports: TableChanges<Import['id'], Import>): ImportRepository => ({
  ...resourceRepository(imports, 'import'),
  find: async ({ account, key }) => imports.find(({ name }) => name?.account === account && name.key === key),

  async listAbandoned(at) {
    return imports.filter(({ status, lease }) => status === 'running' && !Lease.isValid(lease, at));
  },
});

const byStart = (a: Import, b: Import): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

export const makeImportQueries = (imports: MemoryTable<Import['id'], Import>): ImportQueries => ({
  find: async (id) => Found.of(importView, imports.get(id)),
  list: async (query) => listPage(importList, imports.values().map(importSummary), query),
  findChoices: async (header) => {
    const told = imports.values().filter(({ remembered }) => remembered?.header === header);
    const latest = [...told].sort(byStart).at(-1);
    return latest?.remembered?.choices ?? undefined;
  },
});
