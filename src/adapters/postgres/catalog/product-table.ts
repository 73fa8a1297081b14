import { sql } from 'kysely';
import type { Visibility } from '#core/catalog/catalog-queries.ts';
import { productList } from '#core/catalog/product-list.ts';
import { type Condition, constantCondition } from '../lists/condition.ts';
import { listTable } from '../lists/list-table.ts';
import { conditionOf, inCategories } from './category-filter.ts';

// worded as in the partial indexes, which the planner compares it with
const AVAILABLE = sql<boolean>`t.status = 'active' and (t.stock is null or t.stock > 0)`;

/** The product that has the slug now, or else the last one that had it. */
const ownsSlug = (slug: string): Condition => ({
  key: 'slug',
  values: { slug },
  sql: ($) => sql`t.id = coalesce(
    (select id from products where slug = ${$('slug')}),
    (select product_id from former_slugs where slug = ${$('slug')}))`,
});

/** Each filter has an index. */
export const productTable = listTable('products')(productList, {
  columns: { price: 'price_major' },
  conditions: {
    category: (labelsOrIds) => conditionOf(inCategories(labelsOrIds)),
    slug: ownsSlug,
    available: (isAvailable) =>
      isAvailable
        ? constantCondition('available', AVAILABLE)
        : constantCondition('not available', sql`not (${AVAILABLE})`),
  },
});

/** What a visibility leaves of the products. */
export const visibilityConditions = (visibility: Visibility): readonly Condition[] =>
  visibility === 'public' ? [constantCondition('public', sql`t.status = 'active'`)] : [];
