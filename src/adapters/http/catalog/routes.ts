import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type BulkUpdateOperationsDeps, changeVariants, updateProducts } from './bulk-update-operations.ts';
import {
  type CategoryOperationsDeps,
  createCategory,
  deleteCategory,
  getCategory,
  getCategoryTree,
  listCategories,
  replaceCategory,
  updateCategory,
} from './category-operations.ts';
import { listPrices } from './price-operations.ts';
import { listProductChanges, type ProductFeedOperationsDeps } from './product-feed-operations.ts';
import {
  addVariants,
  createProduct,
  deleteProduct,
  exportProducts,
  getProduct,
  listProducts,
  type ProductOperationsDeps,
  replaceProduct,
  updateProduct,
} from './product-operations.ts';
import { getGoogleFeed, getProductJsonLd, type PublishingOperationsDeps } from './publishing-operations.ts';
import { adjustStock, listStockAdjustments, type StockOperationsDeps } from './stock-operations.ts';
import { type SuggestionOperationsDeps, suggestProducts } from './suggestion-operations.ts';

type Deps = ProductOperationsDeps &
  ProductFeedOperationsDeps &
  CategoryOperationsDeps &
  StockOperationsDeps &
  BulkUpdateOperationsDeps &
  SuggestionOperationsDeps &
  PublishingOperationsDeps;

export const catalogRoutes = (deps: Deps): TaggedRoute[] => [
  ...tagged('Products', [
    listProducts(deps),
    // before the route with an id, which also matches their paths
    exportProducts(deps),
    listProductChanges(deps),
    suggestProducts(deps),
    getProduct(deps),
    getProductJsonLd(deps),
    getGoogleFeed(deps),
    createProduct(deps),
    addVariants(deps),
    changeVariants(deps),
    replaceProduct(deps),
    updateProduct(deps),
    updateProducts(deps),
    deleteProduct(deps),
    listPrices(deps),
    adjustStock(deps),
    listStockAdjustments(deps),
  ]),
  ...tagged('Categories', [
    listCategories(deps),
    // before the category of an id
    getCategoryTree(deps),
    getCategory(deps),
    createCategory(deps),
    replaceCategory(deps),
    updateCategory(deps),
    deleteCategory(deps),
  ]),
];
