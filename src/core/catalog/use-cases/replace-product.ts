import type { Clock } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, Work } from '#core/unit-of-work.ts';
import { productUpdated } from '../events.ts';
import { Product, type ProductFields, type ProductId } from '../product.ts';
import { ensureCategory } from './ensure-category.ts';

type Deps = Readonly<{ clock: Clock; ids: IdGenerator; storeCurrency: Currency }>;

export type ReplaceProduct = (
  command: Readonly<{ id: ProductId; fields: ProductFields; expected: ExpectedVersions }>,
) => Work<Product>;

export const makeReplaceProduct =
  (deps: Deps): ReplaceProduct =>
  ({ id, fields, expected }) =>
  async (tx) => {
    const product = await tx.products.get(id);
    await requireVersion(tx.events, product, expected);
    return replaceProduct(tx, deps, product, fields);
  };

/** Stores and announces the product with its new fields. */
export const replaceProduct = async (
  tx: Transaction,
  deps: Deps,
  product: Product,
  fields: ProductFields,
): Promise<Product> => {
  const at = deps.clock.now();
  const category = await ensureCategory(tx, deps, fields.category);
  const replaced = Product.replace(product, fields, { category, storeCurrency: deps.storeCurrency, at });
  await tx.products.save(replaced);
  await tx.events.append(productUpdated(product, replaced));
  return replaced;
};
