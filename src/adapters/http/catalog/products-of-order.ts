import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Expansion } from '../responses/expansion.ts';
import { productSchema } from './schemas.ts';
import { visibilityOf } from './visibility.ts';

/** `expand=items.product` of an order. */
export const productsOfOrder = ({ queries }: Readonly<{ queries: CatalogQueries }>): Expansion<OrderView> => ({
  name: 'items.product',
  schema: productSchema
    .allow(null)
    .description(
      'With `expand=items.product`: the product as it is now; null for a custom item, and if the caller cannot see it any more.',
    ),
  // the storage reads the products of concurrent calls together
  read: (actor, { items }) =>
    Promise.all(
      items.map(async ({ product_id: id }) => {
        const found = id === null ? undefined : await queries.findProduct(id, visibilityOf(actor));
        return found === undefined ? null : Json.parse(found.view);
      }),
    ),
});
