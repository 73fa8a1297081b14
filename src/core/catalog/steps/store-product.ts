import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import { Medium } from '../media.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { productView } from '../product-view.ts';
import { productChanged, productUpdatedBy } from '../records.ts';
import { ensureCategory } from './ensure-category.ts';
import { followingVariants, storeFollowing, withFollowing } from './following-variants.ts';
import { withFreeSlug } from './known-slugs.ts';
import {
  asVariantOf,
  hideVariant,
  inheritedCategory,
  lockParent,
  requireCurrencyOfVariants,
  showVariant,
} from './product-family.ts';
import { withReduction } from './with-reduction.ts';

/** Null resets a field to its default, or a variant's to what it inherits. */
export type ProductPatch = MergePatch<ProductFields>;

/** All fields of a product after a patch. */
export const patchedFields = (product: Product, patch: ProductPatch): ProductFields => {
  // a variant that leaves its parent keeps what it had from it
  const fields = patch.parent_id === null ? Product.fieldsOf(product) : Product.ownFieldsOf(product);
  const { category_id: categoryId = null, ...current } = fields;
  // a new label replaces the category, and a null would be removed by the merge
  const base = patch.category === undefined ? { ...current, category_id: categoryId } : current;
  const reset = isOtherDescription(product, patch) && { description_html: null };
  const { images: _images, media: _media, ...others } = patch;
  const pictures = Medium.patchOf(patch, product.media);
  return mergePatch({ ...base, ...reset }, { ...others, ...pictures }) as ProductFields;
};

/** Whether a description without HTML replaces one that may have some. */
const isOtherDescription = ({ description }: Product, patch: ProductPatch): boolean =>
  patch.description !== undefined && patch.description_html === undefined && patch.description !== description;

/** The currency of a price without one: that of the parent, or the shop's, which is read only where it is needed. */
export const defaultCurrency = async (
  tx: RulesTx,
  parent: Product | null,
  { currency }: Pick<ProductFields, 'currency'>,
): Promise<Currency> => {
  if (parent !== null) return parent.price.currency;
  if (currency !== undefined && Currency.is(currency)) return currency;
  return (await tx.shopRules.read()).currency;
};

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/** Stores a product with its new fields and writes event and audit entry. Without a change it writes nothing. */
export const storeProduct = async (
  tx: CatalogTx,
  { actor, ...deps }: Deps,
  before: Product,
  fields: ProductFields,
): Promise<Product> => {
  const at = deps.clock.now();
  const formerParent = await lockParent(tx, before.parentId);
  const parent = fields.parent_id === before.parentId ? formerParent : await lockParent(tx, fields.parent_id);
  const category = await ensureCategory(tx, { ...deps, actor }, inheritedCategory(fields, parent));
  const storeCurrency = await defaultCurrency(tx, parent, fields);
  const replaced = asVariantOf(Product.replace(before, fields, { category, storeCurrency, at }), parent);
  requireCurrencyOfVariants(before, replaced);
  const isSlugKept = replaced.slug === before.slug;
  const named = isSlugKept ? replaced : await withFreeSlug(tx, replaced, typeof fields.slug === 'string');
  const reduced = await withReduction(tx, before, named);
  const following = await followingVariants(tx, before, reduced);
  const after = withFollowing(reduced, following);
  if (isUnchanged(productView(before), productView(after))) return before;
  await tx.products.save(after);
  await tx.events.append(actor, ...productChanged(before, after));
  await tx.audit.append(...productUpdatedBy(actor, before, after));
  await storeFollowing(tx, actor, following);
  if (formerParent?.id !== parent?.id) await hideVariant(tx, actor, formerParent, { id: before.id, at });
  await showVariant(tx, actor, parent, after);
  return after;
};
