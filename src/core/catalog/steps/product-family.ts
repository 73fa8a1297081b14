import type { Actor } from '#core/shared/actor.ts';
import {
  alreadyExists,
  conflict,
  DomainError,
  type FieldError,
  invalid,
  unknownReference,
} from '#core/shared/domain-error.ts';
import type { CatalogTx } from '../ports.ts';
import { Product, type ProductId } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { productUpdated } from '../records.ts';
import { MAX_VARIANTS, Variant } from '../variant.ts';

// A variant is written with its parent locked, so that the parent always shows its variants.

/** @throws DomainError `unknown_reference` unless the product exists. */
export const lockParent = async (tx: CatalogTx, parentId: ProductId | null | undefined): Promise<Product | null> => {
  if (parentId === null || parentId === undefined) return null;
  return tx.products.get(parentId).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.kind === 'not_found')) throw error;
    throw unknownReference([fieldError('parent_id', 'any.exists', 'must be the id of an existing product')]);
  });
};

type NamedCategory = Pick<ProductFields, 'category' | 'category_id'>;

/** What names the category of a product: its own fields, or else those of its parent. */
export const inheritedCategory = (fields: NamedCategory, parent: Product | null): NamedCategory =>
  parent === null || fields.category != null || fields.category_id != null
    ? fields
    : { category_id: parent.category?.id ?? null };

/**
 * The product as a variant of its parent, from which it has what it inherits but its category, or as a product without one.
 * @throws DomainError `validation_failed` for a parent that it cannot have, or for a currency that is not the parent's;
 * `already_exists` for the options of another variant; `conflict` for too many variants.
 */
export const asVariantOf = (product: Product, parent: Product | null): Product => {
  if (parent === null) return { ...product, isParentActive: true };
  const others = parent.variants.filter(({ id }) => id !== product.id);
  const errors = parentErrors(product, parent);
  if (errors.length > 0) throw invalid(errors);
  const key = Variant.optionsKey(product.options);
  if (others.some(({ options }) => Variant.optionsKey(options) === key)) {
    throw alreadyExists('options', 'are already those of another variant of the product');
  }
  if (others.length >= MAX_VARIANTS) throw conflict(`A product has at most ${MAX_VARIANTS} variants.`);
  // the label that the parent has may be a former one
  return Product.inherit(product, { ...parent, category: product.category });
};

const parentErrors = (product: Product, parent: Product): FieldError[] => {
  const error = (message: string): FieldError[] => [fieldError('parent_id', 'any.only', message)];
  if (parent.id === product.id) return error('must be the id of another product');
  if (parent.parentId !== null) return error('must be the id of a product that is not a variant itself');
  if (product.variants.length > 0) return error('must be null: a product with variants cannot be a variant');
  const { currency } = parent.price;
  if (product.price.currency === currency) return [];
  return [fieldError('currency', 'any.only', `must be ${currency}, the currency of the parent`)];
};

/** @throws DomainError `validation_failed` if a product with variants would have another currency than they. */
export const requireCurrencyOfVariants = (before: Product, after: Product): void => {
  const { currency } = before.price;
  if (before.variants.length === 0 || after.price.currency === currency) return;
  throw invalid([fieldError('currency', 'any.only', `must be ${currency}, the currency of the variants`)]);
};

/** Shows a variant that was added or changed with its parent, whose version increases. */
export const showVariant = (tx: CatalogTx, actor: Actor, parent: Product | null, variant: Product): Promise<void> =>
  saveVariants(tx, actor, parent, { id: variant.id, at: variant.updatedAt, shown: [Variant.of(variant)] });

/** No longer shows a variant with its parent, whose version increases. */
export const hideVariant = (
  tx: CatalogTx,
  actor: Actor,
  parent: Product | null,
  removed: Readonly<{ id: ProductId; at: Date }>,
): Promise<void> => saveVariants(tx, actor, parent, { ...removed, shown: [] });

const saveVariants = async (
  tx: CatalogTx,
  actor: Actor,
  parent: Product | null,
  { id, at, shown }: Readonly<{ id: ProductId; at: Date; shown: readonly Variant[] }>,
): Promise<void> => {
  if (parent === null) return;
  const variants = [...parent.variants.filter((variant) => variant.id !== id), ...shown];
  const after = Product.withVariants(parent, variants.sort(byId), at);
  await tx.products.save(after);
  await tx.events.append(actor, productUpdated(parent, after));
};

const byId = (a: Variant, b: Variant): number => (a.id < b.id ? -1 : 1);

const fieldError = (field: string, code: string, message: string): FieldError => ({ path: [field], code, message });
