import type { CatalogQueries } from '#core/catalog/ports.ts';
import { priceList } from '#core/catalog/price-history.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { requireFound } from '../responses/responses.ts';
import { pricePage } from './price-schemas.ts';

export const listPrices = ({ queries, cursors }: Readonly<{ queries: CatalogQueries; cursors: Cursors }>) =>
  listOperation({
    path: '/api/products/{id}/prices',
    id: 'prod',
    operationId: 'listPrices',
    summary: 'List a product’s prices',
    description:
      'Every price that the product had, the newest first; a change of its status alone adds none. `lowest_price_30d` of a product is the lowest published price ' +
      'of the 30 days before its current reduction, which starts when the price falls and ends when it rises.',
    access: { kind: 'scope', scope: 'products:read' },
    list: priceList,
    pageSchema: pricePage,
    cursors,
    requireParent: async ({ id }) => requireFound(await queries.findProduct(id, 'full'), 'product', id),
    read: ({ page }, { id }) => queries.listPrices(id, page),
  });
