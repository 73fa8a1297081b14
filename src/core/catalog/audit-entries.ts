import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Product } from './product.ts';
import { productView } from './product-view.ts';

/** The audit entry of a changed price or stock; none if both are unchanged. */
export const priceOrStockChanged = (actor: Actor, before: Product, after: Product): AuditEntry[] => {
  const changes = changesOf(productView(before), productView(after), { shown: ['price', 'currency', 'stock'] });
  if (Object.keys(changes.after).length === 0) return [];
  const resource = { type: 'product', id: after.id };
  return [{ actor, action: 'product.updated', resource, ...changes, at: after.updatedAt }];
};
