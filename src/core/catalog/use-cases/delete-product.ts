import type { Clock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/storage.ts';
import { productDeleted } from '../events.ts';
import type { ProductId } from '../product.ts';

export type DeleteProduct = (command: Readonly<{ id: ProductId; expected: ExpectedVersions }>) => Work<void>;

export const makeDeleteProduct =
  ({ clock }: { clock: Clock }): DeleteProduct =>
  ({ id, expected }) =>
  async (tx) => {
    const product = await tx.products.get(id);
    await requireVersion(tx.events, product, expected);
    await tx.products.remove(id);
    await tx.events.append(productDeleted(product, clock.now()));
  };
