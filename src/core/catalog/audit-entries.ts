import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Product } from './product.ts';
import { productView } from './product-view.ts';
import type { RecordedAdjustment } from './recorded-adjustment.ts';

/** Of long fields and of those that may contain anything, only that they changed. */
const SHOWN = {
  shown: [
    'name',
    'slug',
    'sku',
    'barcode',
    'status',
    'price',
    'compare_at_price',
    'currency',
    'tax_category',
    'stock',
    'low_stock_threshold',
    'weight',
    'weight_unit',
    'category',
    'parent_id',
    'options',
  ],
};
const FIELDS = {
  ...SHOWN,
  personal: ['description', 'images', 'attributes', 'metadata'],
};

const entry = (actor: Actor, action: string, { id }: Pick<Product, 'id'>) => ({
  actor,
  action: `product.${action}`,
  resource: { type: 'product', id },
});

export const productCreatedBy = (actor: Actor, product: Product): AuditEntry => ({
  ...entry(actor, 'created', product),
  ...changesOf({}, productView(product), SHOWN),
  at: product.createdAt,
});

/** One entry, or none without a change. */
export const productUpdatedBy = (actor: Actor, before: Product, after: Product): AuditEntry[] => {
  const changes = changesOf(productView(before), productView(after), FIELDS);
  if (Object.keys(changes.after).length === 0) return [];
  return [{ ...entry(actor, 'updated', after), ...changes, at: after.updatedAt }];
};

export const stockAdjustedBy = (
  actor: Actor,
  { id, stock: previous }: Pick<Product, 'id' | 'stock'>,
  { stock, delta, reason, at }: RecordedAdjustment,
): AuditEntry => ({
  ...entry(actor, 'stock_adjusted', { id }),
  before: { stock: previous },
  after: { stock, delta, reason },
  at,
});

/** One entry for a change of many products. */
export const productsUpdatedBy = (actor: Actor, change: Readonly<Record<string, unknown>>, at: Date): AuditEntry => ({
  actor,
  action: 'product.bulk_updated',
  resource: null,
  before: {},
  after: change,
  at,
});

export const productDeletedBy = (actor: Actor, product: Product, at: Date): AuditEntry => ({
  ...entry(actor, 'deleted', product),
  ...changesOf(productView(product), {}, SHOWN),
  at,
});
