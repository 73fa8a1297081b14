import { type DomainEvent, previousValues } from '#core/shared/domain-event.ts';
import type { Product } from './product.ts';
import { productView } from './product-view.ts';

export const productCreated = (product: Product): DomainEvent => ({
  type: 'product.created',
  resourceId: product.id,
  resourceVersion: product.version,
  data: productView(product),
  previous: {},
  occurredAt: product.createdAt,
});

export const productUpdated = (before: Product, after: Product): DomainEvent => ({
  type: 'product.updated',
  resourceId: after.id,
  resourceVersion: after.version,
  data: productView(after),
  previous: previousValues(productView(before), productView(after)),
  occurredAt: after.updatedAt,
});

export const productDeleted = (product: Product, at: Date): DomainEvent => ({
  type: 'product.deleted',
  resourceId: product.id,
  resourceVersion: product.version + 1,
  data: productView(product),
  previous: {},
  occurredAt: at,
});
