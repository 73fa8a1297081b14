import { Scope } from '#core/access/scope.ts';
import type { CatalogQueries, Visibility } from '#core/catalog/catalog-queries.ts';
import type { Product, ProductFields, ProductId } from '#core/catalog/product.ts';
import { productList } from '#core/catalog/product-list.ts';
import { productView } from '#core/catalog/product-view.ts';
import type { ChangeProduct, ProductPatch } from '#core/catalog/use-cases/change-product.ts';
import type { CreateProduct } from '#core/catalog/use-cases/create-product.ts';
import type { DeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import type { ReplaceProduct } from '#core/catalog/use-cases/replace-product.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { ListParameters } from '../lists/query-schema.ts';
import { type ApiRequest, type ApiResponse, noContent, type Route } from '../pipeline/route.ts';
import { type PageQuery, writeQuery } from '../schemas/fields.ts';
import {
  categoryListQuery,
  categoryPage,
  product,
  productInput,
  productListQuery,
  productPage,
  productPatch,
} from './schemas.ts';

export type CatalogRoutesDeps = Readonly<{
  queries: CatalogQueries;
  createProduct: CreateProduct;
  replaceProduct: ReplaceProduct;
  changeProduct: ChangeProduct;
  deleteProduct: DeleteProduct;
  cursors: Cursors;
  storeCurrency: Currency;
}>;

export const catalogRoutes = (deps: CatalogRoutesDeps): Route[] => [
  {
    method: 'get',
    path: '/api/products',
    operationId: 'listProducts',
    tag: 'Products',
    summary: 'List products',
    description:
      'The newest first, unless `sort` says otherwise. Without `products:read` only active products are seen. ' +
      'An attribute is a filter too: `attributes.colour=blue`.',
    access: { kind: 'optional' },
    query: productListQuery,
    responses: { 200: { description: 'A page of products.', schema: productPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<ListParameters>) => {
      const visibility = visibilityOf(actor);
      return paginate(deps.cursors, { path: '/api/products', query, scope: visibility }, (page) =>
        deps.queries.listProducts({ ...selectionOf(productList, query), page, visibility }),
      );
    },
  },
  {
    method: 'get',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'getProduct',
    tag: 'Products',
    summary: 'Get a product',
    description: 'Without `products:read` a product that is not active is not found.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The product.', schema: product } },
    read: async ({ id, actor }) => {
      const found = await deps.queries.findProduct(id as ProductId, visibilityOf(actor));
      if (found === undefined) throw notFound('product', id);
      return { status: 200, body: found.view, version: found.version };
    },
  },
  {
    method: 'post',
    path: '/api/products',
    operationId: 'createProduct',
    tag: 'Products',
    summary: 'Create a product',
    description: 'Emits `product.created`.',
    access: { kind: 'scope', scope: 'products:write' },
    query: writeQuery,
    body: productInput(deps.storeCurrency),
    responses: { 201: { description: 'The product.', schema: product } },
    problems: ['already_exists'],
    write: ({ body }: ApiRequest<never, ProductFields>) => {
      const work = deps.createProduct(body);
      return async (tx) => {
        const created = await work(tx);
        return { ...answerOf(created), status: 201, location: `/api/products/${created.id}` };
      };
    },
  },
  {
    method: 'put',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'replaceProduct',
    tag: 'Products',
    summary: 'Replace a product',
    description: 'What is left out returns to its default. Emits `product.updated`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    query: writeQuery,
    body: productInput(deps.storeCurrency),
    responses: { 200: { description: 'The product.', schema: product } },
    problems: ['already_exists'],
    write: ({ actor, id, body, expected }: ApiRequest<never, ProductFields>) => {
      const work = deps.replaceProduct(actor, { id: id as ProductId, fields: body, expected });
      return async (tx) => answerOf(await work(tx));
    },
  },
  {
    method: 'patch',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'updateProduct',
    tag: 'Products',
    summary: 'Change a product',
    description: 'Takes a JSON Merge Patch (RFC 7396). Emits `product.updated`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    query: writeQuery,
    body: productPatch(),
    responses: { 200: { description: 'The product.', schema: product } },
    problems: ['already_exists'],
    write: ({ actor, id, body, expected }: ApiRequest<never, ProductPatch>) => {
      const work = deps.changeProduct(actor, { id: id as ProductId, patch: body, expected });
      return async (tx) => answerOf(await work(tx));
    },
  },
  {
    method: 'delete',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'deleteProduct',
    tag: 'Products',
    summary: 'Delete a product',
    description: 'Orders keep their copy of it. Emits `product.deleted`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    query: writeQuery,
    responses: { 204: { description: 'It is gone.' } },
    write: ({ id, expected }) => noContent(deps.deleteProduct({ id: id as ProductId, expected })),
  },
  {
    method: 'get',
    path: '/api/categories',
    operationId: 'listCategories',
    tag: 'Categories',
    summary: 'List categories',
    description: 'The newest first. A label that a product is given becomes a category.',
    access: { kind: 'optional' },
    query: categoryListQuery,
    responses: { 200: { description: 'A page of categories.', schema: categoryPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<PageQuery>) =>
      paginate(deps.cursors, { path: '/api/categories', query }, (page) =>
        deps.queries.listCategories(page, visibilityOf(actor)),
      ),
  },
];

const visibilityOf = ({ scopes }: Actor): Visibility => (Scope.covers(scopes, 'products:read') ? 'full' : 'public');

const answerOf = (shown: Product): ApiResponse => ({ status: 200, body: productView(shown), version: shown.version });
