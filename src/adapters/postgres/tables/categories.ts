import { p } from '@mikro-orm/postgresql';
import type { Category } from '#core/catalog/category.ts';
import { labelKey } from '#core/catalog/label.ts';
import { id, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

export const CategoryRow = table('categories', {
  ...resourceColumns<'cat'>(),
  name: p.text(),
  name_key: p.text(),
  slug: p.text(),
  parent_id: id<'cat'>().strictNullable(),
  position: p.integer(),
  // whether the category was deleted and its products are being reassigned to its parent
  removed: p.boolean(),
});

export type CategoryRow = Row<typeof CategoryRow>;

export const toCategoryRow = (category: Category): CategoryRow => ({
  id: category.id,
  version: category.version,
  name: category.name,
  name_key: labelKey(category.name),
  slug: category.slug,
  parent_id: category.parentId,
  position: category.position,
  removed: false,
  created_at: category.createdAt,
  updated_at: category.updatedAt,
});

export const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  version: row.version,
  name: row.name,
  slug: row.slug,
  parentId: row.parent_id,
  position: row.position,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
