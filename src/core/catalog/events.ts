import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Product } from './product.ts';
import { productView } from './product-view.ts';
import type { AdjustedStock } from './stock-adjustment.ts';

const events = eventsOf('product', productView);

export const productCreated = events.created;

export const productUpdated = (before: Product, after: Product): DomainEvent =>
  events.changed('updated', before, after);

export const productDeleted = (product: Product, at: Date): DomainEvent => events.deleted(product, at);

/** An event for each product whose stock changed. */
export const stockAdjusted = (moved: readonly AdjustedStock[]): DomainEvent[] =>
  moved.flatMap(({ before, after }) => (before === after ? [] : [productUpdated(before, after)]));
