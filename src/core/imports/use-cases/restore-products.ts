import { Category } from '#core/catalog/category.ts';
import type { Product } from '#core/catalog/product.ts';
import { openProductBatch } from '#core/catalog/use-cases/product-batch.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ImportsTx } from '../ports.ts';

/** Writes products that were rolled back again, without events, and the categories that were rolled back with them. */
export const restoreProducts = async (tx: ImportsTx, actor: Actor, products: readonly Product[]): Promise<void> => {
  if (products.length === 0) return;
  const categoryOf = knownCategories(tx);
  const keys = products.map(({ id }) => ({ id }));
  const batch = await openProductBatch(tx, actor, keys);
  for (const product of products) {
    const stored = batch.byId(product.id);
    // another client has changed it meanwhile
    if (stored !== undefined && stored.version >= product.version) continue;
    await batch.tx.products.save({ ...product, category: await categoryOf(product) });
  }
  batch.endRow(true);
  await batch.write({ withEvents: false });
};

/** The categories of products. Each is asked for once, and created again if it does not exist. */
const knownCategories = ({ categories }: ImportsTx) => {
  const known = new Map<string, Product['category']>();
  return async ({ category, createdAt: at }: Product): Promise<Product['category']> => {
    if (category === null) return null;
    const found = known.get(category.id);
    if (found !== undefined) return found;
    const { id, name } =
      (await categories.find(category.id)) ?? (await categories.ensure(Category.create({ ...category, at })));
    known.set(category.id, { id, name });
    return { id, name };
  };
};
