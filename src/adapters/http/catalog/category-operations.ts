import type { CatalogQueries } from '#core/catalog/catalog-queries.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { categoryPage } from './schemas.ts';
import { visibilityOf } from './visibility.ts';

export const listCategories = ({ queries, cursors }: Readonly<{ queries: CatalogQueries; cursors: Cursors }>) =>
  listOperation({
    path: '/api/categories',
    operationId: 'listCategories',
    tag: 'Categories',
    summary: 'List categories',
    description: 'The newest first. A category is created with the first product that names it.',
    access: { kind: 'optional' },
    list: newestFirstList,
    pageSchema: categoryPage,
    cursors,
    read: ({ page }, { actor }) => queries.listCategories(page, visibilityOf(actor)),
  });
