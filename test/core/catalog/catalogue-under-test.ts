import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import type { Product } from '#core/catalog/product.ts';
import { makeChangeProduct, makeReplaceProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { makeDeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { Json } from '#core/shared/page.ts';
import { anActor, aUser, clockAtNoon, countingIds, USD } from '../../support/builders/builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

/** The catalogue's use cases on a new storage, one transaction each; it is noon, and ids count up. */
export const openCatalogue = async () => {
  const storage = await openMemoryStorage();
  const { unitOfWork } = storage;
  const clock = clockAtNoon();
  const deps = { clock, ids: countingIds(), storeCurrency: USD };
  const actor = anActor(aUser({ role: 'staff' }));
  const create = makeCreateProduct(deps);
  const replace = makeReplaceProduct(deps);
  const change = makeChangeProduct(deps);
  const remove = makeDeleteProduct(deps);
  return {
    ...storage,
    clock,
    create: (fields: Parameters<typeof create>[1]) => unitOfWork.run(create(actor, fields)),
    actor,
    replace: (command: Parameters<typeof replace>[1]) => unitOfWork.run(replace(actor, command)),
    change: (command: Parameters<typeof change>[1]) => unitOfWork.run(change(actor, command)),
    remove: (command: Parameters<typeof remove>[1]) => unitOfWork.run(remove(actor, command)),
    get: (id: Product['id']) => unitOfWork.run((tx) => tx.products.get(id)),
    /** The audit log, the oldest entry first. */
    async audited(): Promise<AuditEntryView[]> {
      const { items } = await storage.auditQueries.list({ filter: {}, page: { limit: 100 } });
      return items.map(Json.parse).reverse();
    },
    async categoryNames(): Promise<string[]> {
      const { items } = await storage.catalogQueries.listCategories({ filter: {}, page: { limit: 100 } }, 'full');
      return items
        .map(Json.parse)
        .map(({ name }) => name)
        .sort();
    },
  };
};

export type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;
