import type { CatalogQueries } from '#core/catalog/catalog-queries.ts';
import type { Cursors } from '../lists/cursor.ts';
import { paginate } from '../lists/paginate.ts';
import { readOperation } from '../pipeline/operation.ts';
import { categoryListQuery, categoryPage } from './schemas.ts';
import { visibilityOf } from './visibility.ts';

export const listCategories = ({ queries, cursors }: Readonly<{ queries: CatalogQueries; cursors: Cursors }>) =>
  readOperation({
    method: 'get',
    path: '/api/categories',
    operationId: 'listCategories',
    tag: 'Categories',
    summary: 'List categories',
    description: 'The newest first. A category is created with the first product that names it.',
    access: { kind: 'optional' },
    query: categoryListQuery,
    responses: { 200: { description: 'A page of categories.', schema: categoryPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }) =>
      paginate(cursors, { path: '/api/categories', query }, (page) =>
        queries.listCategories(page, visibilityOf(actor)),
      ),
  });
