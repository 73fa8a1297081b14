import type { Route } from '../pipeline/route.ts';
import { listCategories } from './category-operations.ts';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  type ProductOperationsDeps,
  replaceProduct,
  updateProduct,
} from './product-operations.ts';

export const catalogRoutes = (deps: ProductOperationsDeps): Route[] => [
  listProducts(deps),
  getProduct(deps),
  createProduct(deps),
  replaceProduct(deps),
  updateProduct(deps),
  deleteProduct(deps),
  listCategories(deps),
];
