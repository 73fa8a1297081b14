import { productsOfOrder } from '#adapters/http/catalog/products-of-order.ts';
import { catalogRoutes } from '#adapters/http/catalog/routes.ts';
import { catalogEvents } from '#adapters/http/catalog/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeAddVariants } from '#core/catalog/use-cases/add-variants.ts';
import { makeAdjustStock } from '#core/catalog/use-cases/adjust-stock.ts';
import { makeAnnounceCategories } from '#core/catalog/use-cases/announce-categories.ts';
import { makeChangeCategory, makeReplaceCategory } from '#core/catalog/use-cases/change-category.ts';
import { makeChangeProduct, makeReplaceProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeChangeVariants } from '#core/catalog/use-cases/change-variants.ts';
import { makeCreateCategory } from '#core/catalog/use-cases/create-category.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { makeDeleteCategory } from '#core/catalog/use-cases/delete-category.ts';
import { makeDeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { makeReadProductChanges } from '#core/catalog/use-cases/read-product-changes.ts';
import { makeSuggestProducts } from '#core/catalog/use-cases/suggest-products.ts';
import { makeUpdateProducts } from '#core/catalog/use-cases/update-products.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, sanitizer } = SYSTEM;
const reads = {
  queries: STORAGE.catalogQueries,
  exported: STORAGE.exportedCatalog,
  rules: STORAGE.shopRulesQueries,
  productFeed: STORAGE.productFeed,
  eventFeed: STORAGE.eventFeed,
};

/** The catalogue. */
export const catalogModule: readonly Binding[] = [
  provide(HTTP.orderExpansions, { queries: STORAGE.catalogQueries }, productsOfOrder),
  constant(HTTP.eventSchemas, catalogEvents),
  provide(BACKGROUND.workers, { index: STORAGE.productSearchIndex }, ({ index }) => [
    { name: 'indexing of products for search', intervalMs: 60_000, run: untilEmpty(() => index.indexStale()) },
  ]),
  provide(
    BACKGROUND.workers,
    { counts: STORAGE.categoryCounts, unitOfWork: STORAGE.unitOfWork, clock },
    ({ counts, ...deps }) => [
      { name: 'counting of products in categories', intervalMs: 500, run: untilEmpty(() => counts.addUp()) },
      { name: 'announcement of categories', intervalMs: 500, run: untilEmpty(makeAnnounceCategories(deps)) },
    ],
  ),
  provide(
    HTTP.routes,
    { ...reads, shop: SHOP.cache, cursors: HTTP.cursors, clock, systemClock, ids, sanitizer },
    (deps) =>
      catalogRoutes({
        ...deps,
        readProductChanges: makeReadProductChanges(deps),
        createProduct: makeCreateProduct(deps),
        addVariants: makeAddVariants(deps),
        createCategory: makeCreateCategory(deps),
        replaceProduct: makeReplaceProduct(deps),
        replaceCategory: makeReplaceCategory(deps),
        changeProduct: makeChangeProduct(deps),
        changeCategory: makeChangeCategory(deps),
        changeVariants: makeChangeVariants(deps),
        deleteProduct: makeDeleteProduct(deps),
        adjustStock: makeAdjustStock(deps),
        updateProducts: makeUpdateProducts(deps),
        suggestProducts: makeSuggestProducts(deps),
        deleteCategory: makeDeleteCategory(deps),
      }),
  ),
];
