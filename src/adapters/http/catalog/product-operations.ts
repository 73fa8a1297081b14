import { Scope } from '#core/access/scope.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { productList, productView } from '#core/catalog/product-view.ts';
import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';
import { minFoundIn } from '#core/catalog/search/search-query.ts';
import { sanitizeDescription } from '#core/catalog/steps/sanitize-description.ts';
import type { ProductPatch } from '#core/catalog/steps/store-product.ts';
import type { AddVariants } from '#core/catalog/use-cases/add-variants.ts';
import type { ChangeProduct, ReplaceProduct } from '#core/catalog/use-cases/change-product.ts';
import type { CreateProduct, NewProduct } from '#core/catalog/use-cases/create-product.ts';
import type { DeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { searchRulesFor } from '#core/shop/shop-cache.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { selectionOf } from '../lists/list-selection.ts';
import {
  createdResponse,
  foundResponse,
  noContent,
  requireFound,
  resourceResponse,
  respond,
} from '../responses/responses.ts';
import { downloadOperation, readOperation, writeOperation } from '../routing/operation.ts';
import { facetsOf, facetsParameter } from './facet-schemas.ts';
import { EXPORT_FILES, exportedText } from './product-export.ts';
import {
  productExportQuery,
  productInput,
  productPage,
  productPatch,
  productSchema,
  variantsInput,
} from './schemas.ts';
import { forReaders, visibilityOf } from './visibility.ts';

export type ProductOperationsDeps = Readonly<{
  queries: CatalogQueries;
  exported: CatalogQueries;
  shop: ShopQueries;
  createProduct: CreateProduct;
  addVariants: AddVariants;
  replaceProduct: ReplaceProduct;
  changeProduct: ChangeProduct;
  deleteProduct: DeleteProduct;
  sanitizer: HtmlSanitizer;
  cursors: Cursors;
}>;

export const listProducts = ({ queries, shop, cursors }: ProductOperationsDeps) =>
  listOperation({
    path: '/api/products',
    operationId: 'listProducts',
    summary: 'List products',
    description:
      'Sorted by `sort`, by default the newest first. Without `products:read` the list contains only active products. ' +
      'Attributes are filters too: `attributes.colour=blue`.',
    access: { kind: 'optional' },
    list: productList,
    pageSchema: productPage,
    cursors,
    cursorAudience: ({ actor }) => visibilityOf(actor),
    read: async (query, { actor }) => {
      const ofStock = (['stock_max', 'low_stock'] as const).find((name) => query.filter[name] !== undefined);
      if (ofStock !== undefined) Scope.requireAll(actor, ['products:read'], `The filter ${ofStock}`);
      const searchRules = await searchRulesFor(shop, query.filter);
      const minFound = minFoundIn(query.sort);
      return queries.listProducts({ ...query, searchRules, minFound, visibility: visibilityOf(actor) });
    },
    member: {
      name: 'facets',
      parameter: facetsParameter,
      read: async ({ filter, sort }, { actor, query }) => {
        const searchRules = await searchRulesFor(shop, filter);
        return queries.countFacets({
          ...{ filter, searchRules, minFound: minFoundIn(sort) },
          ...{ facets: facetsOf(query['facets']), visibility: visibilityOf(actor) },
        });
      },
    },
  });

export const exportProducts = ({ exported: queries, shop }: ProductOperationsDeps) =>
  downloadOperation({
    path: '/api/products/export',
    operationId: 'exportProducts',
    summary: 'Export products',
    description:
      'All matching products with their variants, by `Accept` as CSV (RFC 4180) or as a JSON object per line, in UTF-8. `POST ' +
      '/api/products/import` reads both. What a variant has from its parent is empty. In CSV, texts that a spreadsheet would run as formulas begin with an apostrophe.',
    access: { kind: 'scope', scope: 'products:read' },
    query: productExportQuery,
    responses: { 200: { description: 'The file; a CSV file has a header line.' } },
    files: EXPORT_FILES,
    download: ({ query }, type) => {
      const { filter, sort } = selectionOf(productList, query);
      const selection = { filter, sort: sort ?? productList.defaultSort, minFound: minFoundIn(sort) };
      return exportedText({ queries, shop }, { selection, type });
    },
  });

export const getProduct = ({ queries }: ProductOperationsDeps) =>
  readOperation({
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'getProduct',
    summary: 'Get a product',
    description: 'Without `products:read` only active products exist.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The product.', schema: productSchema } },
    read: async ({ id, actor }) => {
      return foundResponse(requireFound(await queries.findProduct(id, visibilityOf(actor)), 'product', id));
    },
  });

export const createProduct = (deps: ProductOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/products',
    operationId: 'createProduct',
    summary: 'Create a product',
    description: 'With up to 250 `variants` in one transaction. Emits `product.created`, also of each variant.',
    access: { kind: 'scope', scope: 'products:write' },
    body: productInput,
    responses: { 201: { description: 'The created product.', schema: productSchema } },
    problems: ['already_exists'],
    write: async ({ actor, body }) => {
      const { fields } = await sanitizeDescription<NewProduct>(deps.sanitizer, body);
      return respond(
        deps.createProduct(actor, fields),
        forReaders(actor, createdResponse(productView, '/api/products')),
      );
    },
  });

export const addVariants = (deps: ProductOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/products/{id}/variants',
    id: 'prod',
    operationId: 'addVariants',
    summary: 'Add variants to a product',
    description:
      'All in one transaction, or none after an error. Emits `product.created` of each, and `product.updated`.',
    access: { kind: 'scope', scope: 'products:write' },
    body: variantsInput,
    responses: { 201: { description: 'The product with its variants.', schema: productSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: ({ actor, id, body: { variants } }) =>
      respond(
        deps.addVariants(actor, { id, variants }),
        forReaders(actor, createdResponse(productView, '/api/products')),
      ),
  });

export const replaceProduct = (deps: ProductOperationsDeps) =>
  writeOperation({
    method: 'put',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'replaceProduct',
    summary: 'Replace a product',
    description:
      'Omitted fields are reset to their defaults, or to what a variant has from its parent. Emits `product.updated`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    body: productInput,
    responses: { 200: { description: 'The replaced product.', schema: productSchema } },
    problems: ['already_exists'],
    write: async ({ actor, id, body: { variants = [], ...body }, expected }) => {
      if (variants.length > 0) throw invalid([VARIANTS_REFUSED]);
      const { fields } = await sanitizeDescription<ProductFields>(deps.sanitizer, body);
      return respond(
        deps.replaceProduct(actor, { id, fields, expected }),
        forReaders(actor, resourceResponse(productView)),
      );
    },
  });

export const updateProduct = ({ changeProduct, sanitizer }: ProductOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'updateProduct',
    summary: 'Update a product',
    description:
      'The body is a JSON Merge Patch (RFC 7396). Emits `product.updated`, also of each variant that it changes.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    body: productPatch,
    responses: { 200: { description: 'The updated product.', schema: productSchema } },
    problems: ['already_exists'],
    write: async ({ actor, id, body, expected }) => {
      const { fields: patch } = await sanitizeDescription<ProductPatch>(sanitizer, body);
      return respond(changeProduct(actor, { id, patch, expected }), forReaders(actor, resourceResponse(productView)));
    },
  });

export const deleteProduct = (deps: ProductOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/products/{id}',
    id: 'prod',
    operationId: 'deleteProduct',
    summary: 'Delete a product',
    description: 'Orders keep their copy of the product. Emits `product.deleted`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    responses: { 204: { description: 'The product was deleted.' } },
    write: ({ actor, id, expected }) => noContent(deps.deleteProduct(actor, { id, expected })),
  });

const VARIANTS_REFUSED = {
  path: ['variants'],
  code: 'any.unknown',
  message: 'must be omitted: add variants by POST /api/products/{id}/variants, and change each by its id',
};
