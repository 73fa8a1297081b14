import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { productUpdatedBy } from '../audit-entries.ts';
import { productUpdated } from '../events.ts';
import { Product, type ProductFields } from '../product.ts';
import { ensureCategory } from './ensure-category.ts';

type Deps = Readonly<{ actor: Actor; clock: Clock; ids: IdGenerator; storeCurrency: Currency }>;

/** Stores a product with its new fields and writes event and audit entry. */
export const storeProduct = async (
  tx: Transaction,
  { actor, ...deps }: Deps,
  product: Product,
  fields: ProductFields,
): Promise<Product> => {
  const at = deps.clock.now();
  const category = await ensureCategory(tx, { ...deps, actor }, fields.category);
  const previous = Product.replace(product, fields, { category, storeCurrency: deps.storeCurrency, at });
  await tx.products.save(previous);
  await tx.events.append(actor, productUpdated(product, previous));
  await tx.audit.append(...productUpdatedBy(actor, product, previous));
  return previous;
};
