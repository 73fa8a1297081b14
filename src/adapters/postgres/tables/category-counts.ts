import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { bigint, id } from './column-types.ts';
import { table } from './table.ts';

const counts = { products: p.integer(), active_products: p.integer() };

/** The numbers of products in a category, without the changes that are not added yet. */
export const CategoryCountRow = table('category_counts', { category_id: id<'cat'>().primary(), ...counts });

/** A change of the numbers of products in a category. Rows are only added, so that no two writers wait for each other. */
export const CategoryCountChangeRow = table('category_count_changes', {
  category_id: id<'cat'>().primary(),
  id: bigint().$type<GeneratedAlways<string>>().generated('identity').primary(),
  ...counts,
});
