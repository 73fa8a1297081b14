import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { ensureCategory } from '../steps/ensure-category.ts';
import { withFreeSlug } from '../steps/known-slugs.ts';
import { newVariants, recordCreated } from '../steps/new-variants.ts';
import { asVariantOf, inheritedCategory, lockParent, showVariant } from '../steps/product-family.ts';
import { defaultCurrency } from '../steps/store-product.ts';
import { Variant } from '../variant.ts';
import type { VariantFields } from '../variant-set.ts';

/** `importId`: the import that creates products. */
type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; importId?: Id<'imp'> }>;

/** A product with variants, which are created with it. */
export type NewProduct = ProductFields & Readonly<{ variants?: readonly VariantFields[] }>;

export type CreateProduct = (actor: Actor, fields: NewProduct) => Work<Product, CatalogTx>;

export const makeCreateProduct =
  (deps: Deps): CreateProduct =>
  (actor, { variants = [], ...fields }) =>
  async (tx) => {
    if (variants.length > 0) requireNoVariant(fields);
    const at = deps.clock.now();
    const parent = await lockParent(tx, fields.parent_id);
    const category = await ensureCategory(tx, { ...deps, actor }, inheritedCategory(fields, parent));
    const storeCurrency = await defaultCurrency(tx, parent, fields);
    const context = { category, storeCurrency, at, importId: deps.importId };
    const created = asVariantOf(Product.create(deps.ids.next('prod'), fields, context), parent);
    const named = await withFreeSlug(tx, created, typeof fields.slug === 'string');
    const added = await newVariants(tx, { ids: deps.ids, at }, named, variants);
    const product = { ...named, variants: added.map(Variant.of) };
    await (added.length === 0 ? tx.products.add(product) : tx.products.addMany([product, ...added]));
    await recordCreated(tx, actor, [product, ...added]);
    await showVariant(tx, actor, parent, product);
    return product;
  };

const requireNoVariant = ({ parent_id: parentId }: ProductFields): void => {
  if (parentId == null) return;
  throw invalid([{ path: ['variants'], code: 'any.only', message: 'must be empty: a variant has no variants itself' }]);
};
