import { productSchema } from '#adapters/http/catalog/schemas.ts';
import { orderSchema } from '#adapters/http/orders/schemas.ts';
import { overviewRoutes } from '#adapters/http/overview/routes.ts';
import { userSchema } from '#adapters/http/schemas/user.ts';
import { makeGetOverview } from '#core/overview/use-cases/get-overview.ts';
import { makeSearch } from '#core/overview/use-cases/search.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { overviewQueries: queries, orderQueries, userQueries, catalogQueries } = STORAGE;
const { clock } = SYSTEM;

const searchedSchemas = { orders: orderSchema, customers: userSchema, products: productSchema };

/** What waits for staff, and the search across resources. */
export const overviewModule: readonly Binding[] = [
  provide(HTTP.routes, { queries, clock, orderQueries, userQueries, catalogQueries, shop: SHOP.cache }, (deps) =>
    overviewRoutes({ getOverview: makeGetOverview(deps), search: makeSearch(deps), searchedSchemas }),
  ),
];
