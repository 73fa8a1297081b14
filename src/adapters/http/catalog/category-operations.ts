import type { Category } from '#core/catalog/category.ts';
import { categoryList, categoryView } from '#core/catalog/category-view.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { ChangeCategory, ReplaceCategory } from '#core/catalog/use-cases/change-category.ts';
import type { CreateCategory } from '#core/catalog/use-cases/create-category.ts';
import type { DeleteCategory } from '#core/catalog/use-cases/delete-category.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { createdResponse, foundResponse, noContent, requireFound, resourceResponse } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import {
  categoryInput,
  categoryPage,
  categoryPatch,
  categorySchema,
  categoryTree,
  deleteCategoryQuery,
} from './category-schemas.ts';
import { visibilityOf } from './visibility.ts';

export type CategoryOperationsDeps = Readonly<{
  queries: CatalogQueries;
  createCategory: CreateCategory;
  replaceCategory: ReplaceCategory;
  changeCategory: ChangeCategory;
  deleteCategory: DeleteCategory;
  cursors: Cursors;
}>;

const PLACE_RULES =
  'The tree has at most 10 levels and 10,000 categories; a category is moved with everything below it.';

export const listCategories = ({ queries, cursors }: CategoryOperationsDeps) =>
  listOperation({
    path: '/api/categories',
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'The newest first. A product with a new label creates its category at the top.',
    access: { kind: 'optional' },
    list: categoryList,
    pageSchema: categoryPage,
    cursors,
    read: (query, { actor }) => queries.listCategories(query, visibilityOf(actor)),
  });

export const getCategoryTree = ({ queries }: CategoryOperationsDeps) =>
  readOperation({
    path: '/api/categories/tree',
    operationId: 'getCategoryTree',
    summary: 'Get the category tree',
    description: 'All categories, each with its children in their order.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The whole tree.', schema: categoryTree } },
    read: async ({ actor }) => ({
      status: 200,
      body: await queries.readCategoryTree(visibilityOf(actor)),
      hasETag: true,
    }),
  });

export const getCategory = ({ queries }: CategoryOperationsDeps) =>
  readOperation({
    path: '/api/categories/{id}',
    id: 'cat',
    operationId: 'getCategory',
    summary: 'Get a category',
    description: 'With the number of its products that are visible to the caller.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The category.', schema: categorySchema } },
    read: async ({ id, actor }) =>
      foundResponse(requireFound(await queries.findCategory(id, visibilityOf(actor)), 'category', id)),
  });

export const createCategory = (deps: CategoryOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/categories',
    operationId: 'createCategory',
    summary: 'Create a category',
    description: `${PLACE_RULES} Emits \`category.created\`.`,
    access: { kind: 'scope', scope: 'categories:write' },
    body: categoryInput,
    responses: { 201: { description: 'The created category.', schema: categorySchema } },
    problems: ['already_exists', 'unknown_reference'],
    write: ({ actor, body }) => withCounts(deps.createCategory(actor, body), actor, toCreated),
  });

export const replaceCategory = (deps: CategoryOperationsDeps) =>
  writeOperation({
    method: 'put',
    path: '/api/categories/{id}',
    id: 'cat',
    operationId: 'replaceCategory',
    summary: 'Replace a category',
    description: `Omitted fields are reset to their defaults. ${PLACE_RULES} Emits \`category.updated\`.`,
    access: { kind: 'scope', scope: 'categories:write' },
    versioned: true,
    body: categoryInput,
    responses: { 200: { description: 'The replaced category.', schema: categorySchema } },
    problems: ['already_exists', 'unknown_reference'],
    write: ({ actor, id, body, expected }) =>
      withCounts(deps.replaceCategory(actor, { id, fields: body, expected }), actor, toResponse),
  });

export const updateCategory = ({ changeCategory }: CategoryOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/categories/{id}',
    id: 'cat',
    operationId: 'updateCategory',
    summary: 'Update a category',
    description: `The body is a JSON Merge Patch (RFC 7396). ${PLACE_RULES} Emits \`category.updated\`.`,
    access: { kind: 'scope', scope: 'categories:write' },
    versioned: true,
    body: categoryPatch,
    responses: { 200: { description: 'The updated category.', schema: categorySchema } },
    problems: ['already_exists', 'unknown_reference'],
    write: ({ actor, id, body, expected }) =>
      withCounts(changeCategory(actor, { id, patch: body, expected }), actor, toResponse),
  });

export const deleteCategory = (deps: CategoryOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/categories/{id}',
    id: 'cat',
    operationId: 'deleteCategory',
    summary: 'Delete a category',
    description:
      'Its products and child categories are moved to the category in `reassign_to`; without it, there must be none. ' +
      'Emits `category.deleted`, and later `product.updated` for each product.',
    access: { kind: 'scope', scope: 'categories:write' },
    versioned: true,
    query: deleteCategoryQuery,
    responses: { 204: { description: 'The category was deleted.' } },
    problems: ['invalid_state', 'already_exists', 'unknown_reference', 'validation_failed'],
    write: ({ actor, id, query, expected }) =>
      noContent(deps.deleteCategory(actor, { id, reassignTo: query.reassign_to, expected })),
  });

/** A work that runs `work` and responds with the category and the counts that its caller may see. */
const withCounts =
  (
    work: Work<Category>,
    actor: Actor,
    respond: (view: (category: Category) => object) => (category: Category) => ApiResponse,
  ): Work<ApiResponse> =>
  async (tx) => {
    const stored = await work(tx);
    const counts = await tx.categories.countProducts(stored.id, visibilityOf(actor));
    return respond((category) => categoryView(category, counts))(stored);
  };

const toResponse = resourceResponse<Category>;

const toCreated = (view: (category: Category) => object) => createdResponse(view, '/api/categories');
