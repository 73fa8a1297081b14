import { Scope } from '#core/access/scope.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import type { Product } from '#core/catalog/product.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ApiResponse } from '../routing/route.ts';

export const visibilityOf = ({ scopes }: Actor): Visibility =>
  Scope.covers(scopes, 'products:read') ? 'full' : 'public';

/** Writers without `products:read` would not see the product that they wrote. */
export const forReaders =
  (actor: Actor, response: (product: Product) => ApiResponse) =>
  (product: Product): ApiResponse => ({
    ...response(product),
    ...(visibilityOf(actor) === 'full' ? {} : { shown: null }),
  });
