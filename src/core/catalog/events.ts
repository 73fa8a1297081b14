import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Category } from './category.ts';
import { categoryEventView } from './category-view.ts';
import { Product } from './product.ts';
import { productView } from './product-view.ts';
import type { AdjustedStock } from './stock-adjustment.ts';

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
