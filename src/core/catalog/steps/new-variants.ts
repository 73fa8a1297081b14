import type { Actor } from '#core/shared/actor.ts';
import { DomainError, type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import { productAuditEntry, productCreated } from '../records.ts';
import { errorOfVariant, type VariantFields, variantSetErrors } from '../variant-set.ts';

type Deps = Readonly<{ ids: IdGenerator; at: Date }>;

/**
 * New variants of a product, to be stored with it.
 * @throws DomainError `validation_failed` with every error of all variants; `already_exists` with each SKU that another
 * product has.
 */
export const newVariants = async (
  tx: CatalogTx,
  deps: Deps,
  parent: Product,
  added: readonly VariantFields[],
): Promise<readonly Product[]> => {
  if (added.length === 0) return [];
  const errors = variantSetErrors(added, { others: parent.variants, sku: parent.sku });
  const variants = added.flatMap((fields, index) => {
    const variant = tried(() => newVariant(deps, parent, fields));
    if (variant instanceof DomainError) errors.push(...variant.fieldErrors.map((each) => errorOfVariant(index, each)));
    return variant instanceof DomainError ? [] : [variant];
  });
  if (errors.length > 0) throw invalid(errors);
  await requireFreeSkus(tx, variants);
  return withFreeSlugs(tx, parent, variants);
};

const newVariant = ({ ids, at }: Deps, parent: Product, fields: VariantFields): Product => {
  const { price, category } = parent;
  const own = { name: parent.name, price: price.toNumber(), currency: price.currency, parent_id: parent.id, ...fields };
  const context = { category, storeCurrency: price.currency, at };
  return Product.inherit(Product.create(ids.next('prod'), own, context), parent);
};

/** The result, or why the fields are invalid. */
const tried = <T>(run: () => T): T | DomainError => {
  try {
    return run();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error;
    throw error;
  }
};

const requireFreeSkus = async (tx: CatalogTx, variants: readonly Product[]): Promise<void> => {
  const skus = variants.flatMap(({ sku }) => sku ?? []);
  if (skus.length === 0) return;
  const taken = new Set((await tx.products.getMany({ ids: [], skus })).map(({ sku }) => sku));
  const fieldErrors = variants.flatMap(({ sku }, index): FieldError[] => {
    const message = 'is already used by another product';
    return sku !== null && taken.has(sku)
      ? [errorOfVariant(index, { path: ['sku'], code: 'any.unique', message })]
      : [];
  });
  const [first] = fieldErrors;
  if (first === undefined) return;
  throw new DomainError('conflict', 'already_exists', `${first.path.join('.')} ${first.message}`, { fieldErrors });
};

/** All have the name of the product, and so slugs that end with a part of their ids. */
const withFreeSlugs = async (
  tx: CatalogTx,
  parent: Product,
  variants: readonly Product[],
): Promise<readonly Product[]> => {
  const owners = await tx.products.slugOwners([...new Set(variants.map(({ slug }) => slug))]);
  const isTaken = ({ slug }: Product, index: number): boolean => index > 0 || slug === parent.slug || owners.has(slug);
  return variants.map((variant, index) => (isTaken(variant, index) ? Product.withUniqueSlug(variant) : variant));
};

/** Announces new products, each with its audit entry. */
export const recordCreated = async (tx: CatalogTx, actor: Actor, products: readonly Product[]): Promise<void> => {
  await tx.events.append(actor, ...products.map((product) => productCreated(product)));
  await tx.audit.append(
    ...products.map((product) => productAuditEntry(actor, 'created', { before: null, after: product })),
  );
};
