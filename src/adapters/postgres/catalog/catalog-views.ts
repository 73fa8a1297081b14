import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CategoryId } from '#core/catalog/category.ts';
import type { Medium } from '#core/catalog/media.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import { PLAIN_FIELDS, type PlainFields } from '#core/catalog/product-fields.ts';
import type {
  FamilyView,
  InheritanceView,
  ProductView,
  PublicProductView,
  ReductionView,
} from '#core/catalog/product-view.ts';
import type { PublicVariantView, VariantView } from '#core/catalog/variant.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { VersionedView } from '../lists/kept-views.ts';
import { type KnownRows, knownRows, type UnlessKnown } from '../lists/kept-views.ts';
import {
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
import type { ProductRow } from '../tables/products.ts';

const t = columnsOf<{ t: 'products' }>();

type PlainColumns = { readonly [Name in keyof PlainFields]: Expression<ProductRow[Name]> };

const PLAIN_COLUMNS: object = Object.fromEntries(PLAIN_FIELDS.map((name) => [name, t(`t.${name}`)]));

/** A name that objects of JavaScript have before all others. */
const IS_INDEX = sql<boolean>`case when key ~ '^(0|[1-9]\\d{0,9})$' then key::bigint < 4294967295 else false end`;

/** As the core's JSON: without spaces, which removing what is never null removes too, and with indexes first. */
const ATTRIBUTES = sql<StringMap>`case when ${t('t.attributes')}::text !~ '"\\d+": '
  then json_strip_nulls(${t('t.attributes')}::json)
  else (
    select concat('{', string_agg(concat(to_json(key), ':', to_json(value)), ',' order by
      case when ${IS_INDEX} then key::bigint end, octet_length(key), key collate "C"), '}')::json
    from jsonb_each_text(${t('t.attributes')})) end`;

/** Those of a product that was written before it had texts of its images have none. */
const MEDIA = sql<
  readonly Medium[]
>`coalesce(${t('t.media')}, case when json_array_length(${t('t.images')}) = 0 then '[]' else (
  select concat('[', string_agg(
    concat('{"url":', to_json(url), ',"alt":null,"width":null,"height":null,"sizes":[]}'), ',' order by position), ']')::json
  from json_array_elements_text(${t('t.images')}) with ordinality as image (url, position)) end)`;

/** In the order of the core's `productView`. */
const MEMBERS = {
  id: t('t.id'),
  object: literal('product'),
  version: t('t.version'),
  name: t('t.name'),
  slug: t('t.slug'),
  price: majorUnits(t('t.price_major')),
  compare_at_price: sql<number | null>`trim_scale(${t('t.compare_at_price_major')})`,
  cost: sql<number | null>`trim_scale(${t('t.cost_major')})`,
  currency: t('t.currency'),
  category_id: sql<CategoryId | null>`case when c.removed then c.parent_id else c.id end`,
  media: MEDIA,
  ...(PLAIN_COLUMNS as PlainColumns),
  attributes: ATTRIBUTES,
  weight: sql<number | null>`trim_scale(${t('t.weight')})`,
  images: t('t.images'),
  category: sql<string | null>`c.name`,
  available: t('t.available'),
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.updated_at')),
};

const {
  cost: _cost,
  stock: _stock,
  low_stock_threshold: _threshold,
  metadata: _metadata,
  version: _version,
  ...PUBLIC_MEMBERS
} = MEMBERS;

const v = columnsOf<{ v: 'products' }>();

/** In the order of the core's `variantViews`. */
const VARIANT_MEMBERS = {
  id: v('v.id'),
  options: v('v.options'),
  sku: v('v.sku'),
  status: v('v.status'),
  price: majorUnits(v('v.price_major')),
  compare_at_price: sql<number | null>`trim_scale(${v('v.compare_at_price_major')})`,
  stock: v('v.stock'),
  available: v('v.available'),
  withdrawal_exemption: v('v.withdrawal_exemption'),
};

const { status: _variantStatus, stock: _variantStock, ...PUBLIC_VARIANT_MEMBERS } = VARIANT_MEMBERS;

const VARIANT_VIEWS = {
  full: jsonView<VariantView>()(VARIANT_MEMBERS),
  public: jsonView<PublicVariantView>()(PUBLIC_VARIANT_MEMBERS),
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

const INHERITANCE = {
  condition: sql<boolean>`t.parent_id is not null`,
  members: { inherited: t('t.inherited') },
};

type Extensions = keyof InheritanceView | keyof FamilyView | keyof ReductionView;

/** A product `t` with its category `c` as the API shows it. */
export const PRODUCT_VIEWS = {
  full: extendedView<ProductView>()(
    extendedView<Omit<ProductView, keyof ReductionView>>()(
      extendedView<Omit<ProductView, keyof FamilyView | keyof ReductionView>>()(
        jsonView<Omit<ProductView, Extensions>>()(MEMBERS),
        INHERITANCE,
      ),
      { condition: HAS_VARIANTS, members: { variants: variantsOf(VARIANT_VIEWS.full), ...PRICE_RANGE } },
    ),
    REDUCTION,
  ),
  public: extendedView<PublicProductView>()(
    extendedView<Omit<PublicProductView, keyof ReductionView>>()(
      extendedView<Omit<PublicProductView, keyof FamilyView | keyof ReductionView>>()(
        jsonView<Omit<PublicProductView, Extensions>>()(PUBLIC_MEMBERS),
        INHERITANCE,
      ),
      {
        condition: HAS_VARIANTS,
        members: { variants: variantsOf(VARIANT_VIEWS.public, sql`and v.status = 'active'`), ...PRICE_RANGE },
      },
    ),
    REDUCTION,
  ),
};

/** The state of a product `t`, its category `c` and its variants: `xmin` is the transaction that wrote a row. */
export const PRODUCT_ROW_VERSION = sql<string>`concat(t.xmin, ' ', c.xmin, case when t.variant_count > 0 then
  array(select v.xmin from products v where v.root_id = t.id order by v.id) end)`;

export type FoundProduct = VersionedView<ProductView | PublicProductView> & Readonly<{ version: number }>;

type FindProducts = PreparedStatement<KnownRows, UnlessKnown<FoundProduct>>;

const findProducts = <View extends ProductView | PublicProductView>(
  visibility: Visibility,
  view: JsonView<View>,
): FindProducts =>
  prepare<KnownRows>()(($) =>
    db
      .selectFrom(knownRows($).as<'known'>(sql`known (id, row_version)`))
      .innerJoin('products as t', 't.id', 'known.id')
      .leftJoin('categories as c', 'c.id', 't.category_id')
      .crossJoinLateral(view.lateralRow)
      .select(['t.id', 't.version', PRODUCT_ROW_VERSION.as('rowVersion')])
      .select(
        sql<FoundProduct['view'] | null>`case
          when ${PRODUCT_ROW_VERSION} is distinct from known.row_version then ${view.jsonText} end`.as('view'),
      )
      .$if(visibility === 'public', (query) => query.where(sql<SqlBool>`t.status = 'active' and t.parent_active`)),
  );

/** The views of products, each unless its row version is the given one. */
export const FIND_PRODUCTS: Readonly<Record<Visibility, FindProducts>> = {
  full: findProducts('full', PRODUCT_VIEWS.full),
  public: findProducts('public', PRODUCT_VIEWS.public),
};
