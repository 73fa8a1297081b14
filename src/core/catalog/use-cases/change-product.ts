import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Work } from '#core/storage.ts';
import { Product, type ProductId } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { storeProduct } from './store-product.ts';

/** Null resets a field to its default. */
export type ProductPatch = MergePatch<ProductFields>;

export type ChangeProduct = (
  actor: Actor,
  command: Readonly<{ id: ProductId; patch: ProductPatch; expected: ExpectedVersions }>,
) => Work<Product>;

export const makeChangeProduct =
  (deps: { clock: Clock; ids: IdGenerator; storeCurrency: Currency }): ChangeProduct =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const product = await tx.products.get(id);
    await requireVersion(tx.events, product, expected);
    const { category_id: categoryId = null, ...current } = Product.fieldsOf(product);
    // a new label replaces the category, and a null would be removed by the merge
    const base = patch.category === undefined ? { ...current, category_id: categoryId } : current;
    const fields = mergePatch(base, patch) as ProductFields;
    return storeProduct(tx, { ...deps, actor }, product, fields);
  };
