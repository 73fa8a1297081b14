import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { type ProductPatch, patchedFields, storeProduct } from '../steps/store-product.ts';

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

/** Null resets a field to its default. */
export type ChangeProduct = (
  actor: Actor,
  command: Readonly<{ id: ProductId; patch: ProductPatch; expected: ExpectedVersions }>,
) => Work<Product, CatalogTx>;

export const makeChangeProduct =
  (deps: Deps): ChangeProduct =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const product = await requireVersion(tx.events, await tx.products.get(id), expected);
    return storeProduct(tx, { ...deps, actor }, product, patchedFields(product, patch));
  };

/** Omitted fields return to their defaults. */
export type ReplaceProduct = (
  actor: Actor,
  command: Readonly<{ id: ProductId; fields: ProductFields; expected: ExpectedVersions }>,
) => Work<Product, CatalogTx>;

export const makeReplaceProduct =
  (deps: Deps): ReplaceProduct =>
  (actor, { id, fields, expected }) =>
  async (tx) => {
    const product = await requireVersion(tx.events, await tx.products.get(id), expected);
    return storeProduct(tx, { ...deps, actor }, product, fields);
  };
