import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, type FieldError, invalid, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import { productUpdatedBy, stockAdjustedBy } from '../records.ts';
import { openProductBatch, type ProductBatch } from '../steps/product-batch.ts';
import { patchedFields, storeProduct } from '../steps/store-product.ts';
import { errorOfVariant, type StockChange, skuErrors, stockAfter, type VariantChange } from '../variant-set.ts';

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

/**
 * Changes variants of a product together and returns the product.
 * @throws DomainError `validation_failed` or `already_exists` with every error of all variants; nothing is changed then.
 */
export type ChangeVariants = (
  actor: Actor,
  command: Readonly<{ id: ProductId; variants: readonly VariantChange[]; expected: ExpectedVersions }>,
) => Work<Product, CatalogTx>;

export const makeChangeVariants =
  (deps: Deps): ChangeVariants =>
  (actor, { id, variants, expected }) =>
  async (tx) => {
    const keys = variants.map(({ id: variantId, sku = null }) => ({ id: variantId, sku }));
    const batch = await openProductBatch(tx, actor, [{ id }, ...keys]);
    const product = await requireVersion(tx.events, orNotFound(batch.byId(id), 'product', id), expected);
    if (product.parentId !== null)
      throw invalidState('A variant has no variants itself: change those of its parent.', 'variant');
    const changed = await changeEach(batch, { ...deps, actor }, { product, variants });
    await batch.write();
    for (const each of changed) await recordChange(tx, { ...deps, actor }, each);
    return orNotFound(batch.byId(id), 'product', id);
  };

type Changed = Readonly<{ before: Product; after: Product; adjustment: StockChange | undefined }>;

type Command = Readonly<{ product: Product; variants: readonly VariantChange[] }>;

/** Changes all that can be changed, so that every error is found. */
const changeEach = async (
  batch: ProductBatch,
  deps: Deps & Readonly<{ actor: Actor }>,
  { product, variants }: Command,
): Promise<readonly Changed[]> => {
  const changed: Changed[] = [];
  const duplicates = skuErrors(variants, (sku) => batch.bySku(sku)?.id);
  const errors: FieldError[] = [];
  for (const [index, { id, stock_adjustment: adjustment, ...patch }] of variants.entries()) {
    try {
      const before = variantOf(product, batch.byId(id));
      const stock = stockAfter(before, { stock: patch.stock, adjustment });
      const fields = patchedFields(before, { ...patch, ...(stock !== undefined && { stock }) });
      changed.push({ before, after: await storeProduct(batch.tx, deps, before, fields), adjustment });
      batch.endRow(true);
    } catch (error) {
      if (!(error instanceof DomainError) || error.fieldErrors.length === 0) throw error;
      batch.endRow(false);
      const found = error.fieldErrors.map((each) => errorOfVariant(index, each));
      (error.code === 'already_exists' ? duplicates : errors).push(...found);
    }
  }
  if (errors.length > 0) throw invalid([...errors, ...duplicates]);
  if (duplicates.length > 0) throw allDuplicates(duplicates);
  return changed;
};

const variantOf = ({ id }: Product, found: Product | undefined): Product => {
  if (found !== undefined && found.parentId === id) return found;
  throw invalid([{ path: ['id'], code: 'any.exists', message: 'must be the id of a variant of the product' }]);
};

const allDuplicates = (fieldErrors: readonly FieldError[]): DomainError =>
  new DomainError('conflict', 'already_exists', invalid(fieldErrors).message, { fieldErrors });

/** The audit entries of a variant, as those of its own update and of its own stock adjustment. */
const recordChange = async (
  tx: CatalogTx,
  { ids, clock, actor }: Deps & Readonly<{ actor: Actor }>,
  { before, after, adjustment }: Changed,
): Promise<void> => {
  if (adjustment === undefined) return tx.audit.append(...productUpdatedBy(actor, before, after));
  await tx.audit.append(...productUpdatedBy(actor, { ...before, stock: after.stock }, after));
  const { id, stock } = after;
  const made = { ...adjustment, id: ids.next('adj'), productId: id, stock: stock ?? 0, actor, at: clock.now() };
  await tx.products.recordAdjustment(made);
  await tx.audit.append(stockAdjustedBy(actor, before, made));
};
