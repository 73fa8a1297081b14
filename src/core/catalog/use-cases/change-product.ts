import type { Clock } from '../../shared/clock.ts';
import type { Currency } from '../../shared/currency.ts';
import { type ExpectedVersions, requireVersion } from '../../shared/expected-version.ts';
import type { IdGenerator } from '../../shared/id.ts';
import { mergePatch } from '../../shared/merge-patch.ts';
import type { Work } from '../../unit-of-work.ts';
import { Product, type ProductFields, type ProductId } from '../product.ts';
import { replaceProduct } from './replace-product.ts';

/** A JSON Merge Patch of a product's fields: null returns a field to its default. */
export type ProductPatch = Readonly<{ [F in keyof ProductFields]?: ProductFields[F] | null }>;

export type ChangeProduct = (
  command: Readonly<{ id: ProductId; patch: ProductPatch; expected: ExpectedVersions }>,
) => Work<Product>;

export const makeChangeProduct =
  (deps: { clock: Clock; ids: IdGenerator; storeCurrency: Currency }): ChangeProduct =>
  ({ id, patch, expected }) =>
  async (tx) => {
    const product = await tx.products.get(id);
    await requireVersion(tx.events, product, expected);
    const fields = mergePatch(Product.fieldsOf(product), patch) as ProductFields;
    return replaceProduct(tx, deps, product, fields);
  };
