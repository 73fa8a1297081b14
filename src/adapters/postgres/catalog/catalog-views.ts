import { sql } from 'kysely';
import type { Visibility } from '#core/catalog/catalog-queries.ts';
import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import type { Json } from '#core/shared/page.ts';
import {
  columnsExcept,
  columnsOf,
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
  available: sql<boolean>`(t.status = 'active' and (t.stock is null or t.stock > 0))`,
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.updated_at')),
};

const { stock, low_stock_threshold, metadata, version, ...PUBLIC_COLUMNS } = columnsExcept(ProductRow, [
  'price',
  'price_major',
  'compare_at_price',
  'compare_at_price_major',
  'weight',
  'category_id',
  'category_name',
  'created_at',
  'updated_at',
]);

/** A product `t` with its category `c` as the API shows it. */
export const PRODUCT_VIEWS = {
  full: jsonView<ProductView>()({ ...PUBLIC_COLUMNS, version, stock, low_stock_threshold, metadata, ...COMPUTED }),
  public: jsonView<PublicProductView>()({ ...PUBLIC_COLUMNS, ...COMPUTED }),
};

/** The state of a product `t` and its category `c`: `xmin` is the transaction that wrote a row. */
export const PRODUCT_ROW_VERSION = sql<string>`concat(t.xmin, ' ', c.xmin)`;

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
      .$if(visibility === 'public', (query) => query.where('t.status', '=', 'active')),
  );

export const FIND_PRODUCTS: Readonly<Record<Visibility, FindProducts>> = {
  full: findProducts('full', PRODUCT_VIEWS.full),
  public: findProducts('public', PRODUCT_VIEWS.public),
};
