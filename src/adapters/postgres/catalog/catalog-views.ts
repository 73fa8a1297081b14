import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Visibility } from '#core/catalog/catalog-queries.ts';
import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { FamilyView, ProductView, PublicProductView, ReductionView } from '#core/catalog/product-view.ts';
import type { PublicVariantView, VariantView } from '#core/catalog/variant.ts';
import type { Json } from '#core/shared/page.ts';
import {
  columnsExcept,
  columnsOf,
  extendedView,
  type JsonView,
  jsonView,
  literal,
  majorUnits,
  utcText,
} from '../statements/json-view.ts';
import { type PreparedStatement, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { ProductRow } from '../tables/products.ts';

const t = columnsOf<{ t: 'products' }>();

const COMPUTED = {
  object: literal('product'),
  price: majorUnits(t('t.price_major')),
  compare_at_price: sql<number | null>`trim_scale(${t('t.compare_at_price_major')})`,
  weight: sql<number | null>`trim_scale(${t('t.weight')})`,
  category: sql<string | null>`c.name`,
  category_id: sql<CategoryId | null>`case when c.removed then c.parent_id else c.id end`,
  available: t('t.available'),
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.updated_at')),
};

const { stock, low_stock_threshold, metadata, version, ...PUBLIC_COLUMNS } = columnsExcept(ProductRow, [
  'price',
  'price_major',
  'compare_at_price',
  'compare_at_price_major',
  'lowest_price_30d',
  'lowest_price_30d_major',
  'weight',
  'parent_active',
  'variant_count',
  'variants_available',
  'price_min',
  'price_max',
  'variant_attributes',
  'category_id',
  'category_name',
  'created_at',
  'updated_at',
]);

const v = columnsOf<{ v: 'products' }>();

const VARIANT_MEMBERS = {
  id: v('v.id'),
  options: v('v.options'),
  sku: v('v.sku'),
  price: majorUnits(v('v.price_major')),
  compare_at_price: sql<number | null>`trim_scale(${v('v.compare_at_price_major')})`,
  available: v('v.available'),
};

const VARIANT_VIEWS = {
  full: jsonView<VariantView>()({ ...VARIANT_MEMBERS, status: v('v.status'), stock: v('v.stock') }),
  public: jsonView<PublicVariantView>()(VARIANT_MEMBERS),
};

const variantsOf = <View>({ lateralRow }: JsonView<View>, condition = sql``): RawBuilder<readonly View[]> => sql`
  array_to_json(array(
    select row_to_json(json) from products v cross join lateral ${lateralRow}
    where v.root_id = t.id and v.parent_id is not null ${condition} order by v.id))`;

const PRICE_RANGE = { price_min: majorUnits(t('t.price_min')), price_max: majorUnits(t('t.price_max')) };

const HAS_VARIANTS = sql<boolean>`t.variant_count > 0`;

/** What a reduced product shows besides. */
const REDUCTION = {
  condition: sql<boolean>`t.lowest_price_30d is not null`,
  members: { lowest_price_30d: majorUnits(sql<string>`${t('t.lowest_price_30d_major')}`) },
};

type Extensions = keyof FamilyView | keyof ReductionView;

/** A product `t` with its category `c` as the API shows it. */
export const PRODUCT_VIEWS = {
  full: extendedView<ProductView>()(
    extendedView<Omit<ProductView, keyof ReductionView>>()(
      jsonView<Omit<ProductView, Extensions>>()({
        ...PUBLIC_COLUMNS,
        version,
        stock,
        low_stock_threshold,
        metadata,
        ...COMPUTED,
      }),
      { condition: HAS_VARIANTS, members: { ...PRICE_RANGE, variants: variantsOf(VARIANT_VIEWS.full) } },
    ),
    REDUCTION,
  ),
  public: extendedView<PublicProductView>()(
    extendedView<Omit<PublicProductView, keyof ReductionView>>()(
      jsonView<Omit<PublicProductView, Extensions>>()({ ...PUBLIC_COLUMNS, ...COMPUTED }),
      {
        condition: HAS_VARIANTS,
        members: { ...PRICE_RANGE, variants: variantsOf(VARIANT_VIEWS.public, sql`and v.status = 'active'`) },
      },
    ),
    REDUCTION,
  ),
};

/** The state of a product `t`, its category `c` and its variants: `xmin` is the transaction that wrote a row. */
export const PRODUCT_ROW_VERSION = sql<string>`concat(t.xmin, ' ', c.xmin, case when t.variant_count > 0 then
  array(select v.xmin from products v where v.root_id = t.id order by v.id) end)`;

export type FoundProduct = Readonly<{
  id: string;
  version: number;
  rowVersion: string;
  view: Json<ProductView | PublicProductView>;
}>;

type FindProducts = PreparedStatement<Readonly<{ ids: readonly string[] }>, FoundProduct>;

const findProducts = <View extends ProductView | PublicProductView>(
  visibility: Visibility,
  view: JsonView<View>,
): FindProducts =>
  prepare<{ ids: readonly string[] }>()(($) =>
    db
      .selectFrom('products as t')
      .leftJoin('categories as c', 'c.id', 't.category_id')
      .crossJoinLateral(view.lateralRow)
      .select(['t.id', 't.version', PRODUCT_ROW_VERSION.as('rowVersion'), view.jsonText.as('view')])
      .where('t.id', '=', sql<ProductId>`any(${$('ids')}::text[])`)
      .$if(visibility === 'public', (query) => query.where(sql<SqlBool>`t.status = 'active' and t.parent_active`)),
  );

export const FIND_PRODUCTS: Readonly<Record<Visibility, FindProducts>> = {
  full: findProducts('full', PRODUCT_VIEWS.full),
  public: findProducts('public', PRODUCT_VIEWS.public),
};
