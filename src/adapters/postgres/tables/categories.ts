import { p } from '@mikro-orm/postgresql';
import type { Category } from '#core/catalog/category.ts';
import { labelKey } from '#core/catalog/names.ts';
import { id, resourceColumns } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'cat'>(),
  name: p.text(),
  slug: p.text(),
  parent_id: id<'cat'>().strictNullable(),
  position: p.integer(),
});

export const CategoryRow = table('categories', {
  ...copied.columns,
  name_key: p.text(),
  // whether the category was deleted and its products are being reassigned to its parent
  removed: p.boolean(),
});

export type CategoryRow = Row<typeof CategoryRow>;

export const toCategoryRow = (category: Category): CategoryRow => ({
  ...copied.toColumns(category),
  name_key: labelKey(category.name),
  removed: false,
});

export const toCategory: (row: CategoryRow) => Category = copied.toProperties;
