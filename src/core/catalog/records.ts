import { type AuditEntry, actionEntry } from '#core/audit/audit-entry.ts';
import { type AuditedFields, auditOf, ifChanged } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Category } from './category.ts';
import { categoryEventView } from './category-view.ts';
import { Product } from './product.ts';
import { PRODUCT_FIELDS } from './product-columns.ts';
import { type ProductView, productView } from './product-view.ts';
import type { AdjustedStock, RecordedAdjustment } from './stock-adjustment.ts';

const categoryEvents = eventsOf('category', categoryEventView);

export const categoryCreated = categoryEvents.created;

export const categoryUpdated = (before: Category, after: Category): DomainEvent =>
  categoryEvents.changed('updated', before, after);

export const categoryDeleted = (category: Category, at: Date): DomainEvent => categoryEvents.deleted(category, at);

const productEvents = eventsOf('product', productView);

export const productCreated = productEvents.created;

export const productUpdated = (before: Product, after: Product): DomainEvent =>
  productEvents.changed('updated', before, after);

export const productDeleted = (product: Product, at: Date): DomainEvent => productEvents.deleted(product, at);

/** A change, and whether the stock has become low. */
export const productChanged = (before: Product, after: Product): DomainEvent[] => {
  const becameLow = Product.isLowStock(after) && !Product.isLowStock(before);
  return [productUpdated(before, after), ...(becameLow ? [productEvents.changed('low_stock', before, after)] : [])];
};

/** The events of each product whose stock changed. */
export const stockAdjusted = (moved: readonly AdjustedStock[]): DomainEvent[] =>
  moved.flatMap(({ before, after }) => (before === after ? [] : productChanged(before, after)));

export const categoryAuditEntry = auditOf('category', categoryEventView, {
  // made from the first name
  slug: 'omitted',
  name: 'shown',
  parent_id: 'shown',
  position: 'shown',
});

const FIELDS = Object.fromEntries(
  Object.entries(PRODUCT_FIELDS).flatMap(([name, field]) => ('audited' in field ? [[name, field.audited]] : [])),
) as AuditedFields<ProductView>;

/** The creation or the removal of a product. */
export const productAuditEntry = auditOf('product', productView, {
  ...FIELDS,
  description: 'omitted',
  description_html: 'omitted',
  images: 'omitted',
  media: 'omitted',
  attributes: 'omitted',
  metadata: 'omitted',
  seo_description: 'omitted',
});

const changeEntry = auditOf('product', productView, FIELDS);

/** One entry, or none without a change. */
export const productUpdatedBy = (actor: Actor, before: Product, after: Product): AuditEntry[] =>
  ifChanged(changeEntry(actor, 'updated', { before, after }));

export const stockAdjustedBy = (
  actor: Actor,
  { id, stock: previous }: Pick<Product, 'id' | 'stock'>,
  { stock, delta, reason, at }: RecordedAdjustment,
): AuditEntry => ({
  actor,
  action: 'product.stock_adjusted',
  resource: { type: 'product', id },
  before: { stock: previous },
  after: { stock, delta, reason },
  at,
});

/** One entry for a change of many products. */
export const productsUpdatedBy = (actor: Actor, change: Readonly<Record<string, unknown>>, at: Date): AuditEntry => ({
  ...actionEntry({ actor, action: 'product.bulk_updated', resource: null, at }),
  after: change,
});
