import { defineEntity, p } from '@mikro-orm/postgresql';

export const CategoryRow = defineEntity({
  name: 'CategoryRow',
  tableName: 'categories',
  properties: {
    id: p.text().primary(),
    version: p.integer().version(),
    name: p.text(),
    slug: p.text(),
    parentId: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
