import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { labelKey } from '#core/catalog/names.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import { DEFAULT_LOW_STOCK } from '#core/catalog/product.ts';
import { type ProductFilter, productList } from '#core/catalog/product-view.ts';
import { type Condition, constantCondition, type ParameterValues } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import type { Placeholders } from '../statements/prepare.ts';
import { conditionOf, inCategories } from './category-filter.ts';

/** The product that has the slug now, or else the last one that had it. */
const slugOwner = ($: Placeholders<ParameterValues>) => sql`coalesce(
  (select id from products where slug = ${$('slug')}),
  (select product_id from former_slugs where slug = ${$('slug')}))`;

/** As `Product.isRunningLow`; the condition of an index, so that it has no parameter. */
export const isRunningLow = (product: string): RawBuilder<SqlBool> => {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${product}.${name}`);
  return sql`${column('status')} = 'active' and ${column('parent_active')} and ${column('variant_count')} = 0
    and ${column('stock')} <= coalesce(${column('low_stock_threshold')}, ${sql.lit(DEFAULT_LOW_STOCK)})`;
};

/** Each filter has an index. */
export const productTable = listTable('products')(productList, {
  columns: { price: 'price_min' },
  conditions: {
    category: (labelsOrIds) => conditionOf(inCategories(labelsOrIds)),
    vendor: (vendor) => ({
      key: 'vendor',
      values: { vendor: labelKey(vendor) },
      sql: ($) => sql`t.vendor_key = ${$('vendor')}`,
    }),
    tag: (tags) => ({
      key: 'tag',
      values: { tag: tags.map(labelKey) },
      sql: ($) => sql`t.tag_keys && ${$('tag')}::text[]`,
    }),
    // without a parameter, so that the planner sees the condition of a partial index
    available: (isAvailable) =>
      isAvailable
        ? constantCondition('available', sql`t.available`)
        : constantCondition('not available', sql`not t.available`),
    stock_max: (stock) => ({
      key: 'stock_max',
      values: { stock_max: stock },
      sql: ($) => sql`t.stock <= trunc(${$('stock_max')}::numeric)::bigint`,
    }),
    low_stock: (isLow) =>
      isLow
        ? constantCondition('low stock', isRunningLow('t'))
        : constantCondition('no low stock', sql`(${isRunningLow('t')}) is not true`),
    parent_id: (id) => ({
      key: 'parent_id',
      values: { parent_id: id },
      sql: ($) => sql`t.root_id = ${$('parent_id')} and t.parent_id is not null`,
    }),
    slug: (slug) => ({ key: 'slug', values: { slug }, sql: ($) => sql`t.id = ${slugOwner($)}` }),
  },
});

/** Conditions that a product also fulfils by one of its variants `v`, in lists without variants. */
const familyConditions = (visibility: Visibility) => {
  const visible = visibility === 'public' ? sql` and v.status = 'active'` : sql``;
  const family = (
    name: string,
    value: unknown,
    isMatch: ($: Placeholders<ParameterValues>) => RawBuilder<unknown>,
  ) => ({
    key: `${name} of family ${visibility}`,
    values: { [name]: value },
    sql: ($: Placeholders<ParameterValues>) =>
      sql<SqlBool>`t.id in (select v.root_id from products v where ${isMatch($)}${visible})`,
  });
  return {
    sku: (sku: string): Condition => family('sku', sku, ($) => sql`v.sku = ${$('sku')}`),
    // of a product with variants only theirs counts
    stock_max: (stock: string): Condition =>
      family(
        'stock_max',
        stock,
        ($) => sql`v.stock <= trunc(${$('stock_max')}::numeric)::bigint and v.variant_count = 0`,
      ),
    low_stock: (isLow: boolean): Condition => {
      const hasLow = sql<SqlBool>`exists (select from products v where v.root_id = t.id and ${isRunningLow('v')})`;
      return isLow
        ? constantCondition('low stock of family', hasLow)
        : constantCondition('no low stock of family', sql`not ${hasLow}`);
    },
    slug: (slug: string): Condition => family('slug', slug, ($) => sql`v.id = ${slugOwner($)}`),
    attributes: (attributes: object): Condition =>
      family('attributes', JSON.stringify(attributes), ($) => sql`v.attributes @> ${$('attributes')}`),
  };
};

const FAMILY_TABLES = {
  full: { ...productTable, conditions: { ...productTable.conditions, ...familyConditions('full') } },
  public: { ...productTable, conditions: { ...productTable.conditions, ...familyConditions('public') } },
};

/** The conditions of a list's filters: on variants if the list is that of a product's variants. */
export const productConditions = (filter: ProductFilter, visibility: Visibility): readonly Condition[] =>
  filter.parent_id === undefined
    ? [...filterConditions(FAMILY_TABLES[visibility], filter), WITHOUT_VARIANTS, ...visibilityConditions(visibility)]
    : [...filterConditions(productTable, filter), ...visibilityConditions(visibility)];

const WITHOUT_VARIANTS = constantCondition('without variants', sql`t.parent_id is null`);

/** What a visibility leaves of the products. */
const visibilityConditions = (visibility: Visibility): readonly Condition[] =>
  visibility === 'public' ? [constantCondition('public', sql`t.status = 'active' and t.parent_active`)] : [];
