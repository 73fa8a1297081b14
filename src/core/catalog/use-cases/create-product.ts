import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { productAuditEntry, productCreated } from '../records.ts';
import { ensureCategory } from '../steps/ensure-category.ts';
import { withFreeSlug } from '../steps/known-slugs.ts';
import { asVariantOf, inheritedCategory, lockParent, showVariant } from '../steps/product-family.ts';
import { defaultCurrency } from '../steps/store-product.ts';

/** `importId`: the import that creates products. */
type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; importId?: Id<'imp'> }>;

export type CreateProduct = (actor: Actor, fields: ProductFields) => Work<Product, CatalogTx>;

export const makeCreateProduct =
  (deps: Deps): CreateProduct =>
  (actor, fields) =>
  async (tx) => {
    const at = deps.clock.now();
    const parent = await lockParent(tx, fields.parent_id);
    const category = await ensureCategory(tx, { ...deps, actor }, inheritedCategory(fields, parent));
    const storeCurrency = await defaultCurrency(tx, parent, fields);
    const context = { category, storeCurrency, at, importId: deps.importId };
    const created = asVariantOf(Product.create(deps.ids.next('prod'), fields, context), parent);
    const product = await withFreeSlug(tx, created, typeof fields.slug === 'string');
    await tx.products.add(product);
    await tx.events.append(actor, productCreated(product));
    await tx.audit.append(productAuditEntry(actor, 'created', { before: null, after: product }));
    await showVariant(tx, actor, parent, product);
    return product;
  };
