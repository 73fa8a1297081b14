import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict, type DomainError } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import { productAuditEntry, productDeleted } from '../records.ts';
import { hideVariant, lockParent } from '../steps/product-family.ts';

export type DeleteProduct = (
  actor: Actor,
  command: Readonly<{ id: ProductId; expected: ExpectedVersions }>,
) => Work<void, CatalogTx>;

export const makeDeleteProduct =
  ({ clock }: { clock: BusinessClock }): DeleteProduct =>
  (actor, { id, expected }) =>
  async (tx) => {
    const product = await requireVersion(tx.events, await tx.products.get(id), expected);
    if (product.variants.length > 0) throw hasVariants(product);
    const parent = await lockParent(tx, product.parentId);
    await tx.products.remove(id);
    const at = clock.now();
    await tx.events.append(actor, productDeleted(product, at));
    await tx.audit.append(productAuditEntry(actor, 'deleted', { before: product, after: null, at }));
    await hideVariant(tx, actor, parent, { id, at });
  };

const hasVariants = ({ variants }: Product): DomainError =>
  conflict(`The product has ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}: delete them first.`);
