/** A named statement, prepared once per connection. */
export type Named = Readonly<{ name: string; text: string }>;

const time = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A product with all fields, built in the fastest known way. */
const PRODUCT = `cross join lateral (
    select t.id, 'product' as object, t.name, t.slug, trim_scale(t.price_major) as price,
      trim_scale(t.compare_at_price_major) as compare_at_price, t.currency, t.description, t.barcode, t.tax_category,
      t.withdrawal_exemption, trim_scale(t.weight) as weight, t.weight_unit, t.low_stock_threshold, t.parent_id, t.options,
      c.name as category, t.category_id, t.sku, t.status, t.stock,
      (t.status = 'active' and (t.stock is null or t.stock > 0)) as available, t.images, t.attributes, t.metadata,
      t.version, ${time('t.created_at')} as created_at, ${time('t.updated_at')} as updated_at) json`;

const page = (where: string, end = ']}'): string => `
  select '{"data":[' || coalesce(string_agg(row_to_json(json)::text, ',' order by t.created_at desc, t.id desc), '')
    || '${end}' as body
  from (select * from products where parent_id is null ${where} order by created_at desc, id desc limit 20) t
  left join categories c on c.id = t.category_id ${PRODUCT}`;

export const PAGE: Named = { name: 'page', text: page('') };

const MATCHING = `and category_id = (select id from categories where name_key = lower($1))
    and price_major >= $2::numeric and price_major <= $3::numeric`;

export const FILTERED: Named = { name: 'filtered', text: page(MATCHING) };

/** The same page with the total of all matches, which an index alone yields. */
export const COUNTED: Named = {
  name: 'counted',
  text: page(MATCHING, `],"total":' || (select count(*) from products where parent_id is null ${MATCHING}) || '}`),
};

export const DEEP: Named = { name: 'deep', text: page('and (created_at, id) < ($1::timestamptz, $2)') };

export const ONE: Named = {
  name: 'one',
  text: `select row_to_json(json)::text as body
    from products t left join categories c on c.id = t.category_id ${PRODUCT} where t.id = $1`,
};

/** The twenty best matches of a text query, which names the words already; products are found by their variants too. */
export const SEARCH: Named = {
  name: 'search',
  text: `
    select '{"data":[' || string_agg(row_to_json(json)::text, ',' order by found.rank desc, t.id desc) || ']}' as body
    from (
      select search.root_id, max(ts_rank(search.words, $1::tsquery)) as rank
      from product_search search
      where search.words @@ $1::tsquery group by search.root_id order by rank desc, search.root_id desc limit 20
    ) found join products t on t.id = found.root_id left join categories c on c.id = t.category_id ${PRODUCT}`,
};

/** The product, its event and the idempotency record in one statement. */
export const CREATE: Named = {
  name: 'create',
  text: `
    with c as (select id, name from categories where name_key = lower($2)),
    t as (
      insert into products (id, name, slug, price, price_major, price_min, price_max, parent_active, options, variant_count,
        variants_available, variant_attributes, weight_unit, currency, description, category_id, sku, status, stock,
        images, attributes, metadata, created_at, updated_at)
      values ($1, $3, $1, $4, $5, $5, $5, true, '{}', 0, false, '{}', 'kg', $6, $7, (select id from c), $8, $9, $10, $11, $12, $13, $14, $14)
      returning *),
    made as (select row_to_json(json)::text as body from t left join c on true ${PRODUCT}),
    event as (
      insert into events (id, type, resource_id, sequence, data, previous, created_at)
      select $15, 'product.created', $1, 1, body::json, '{}', $14 from made),
    answer as (
      insert into idempotency_records (account, operation, key, fingerprint, status, headers, body, created_at)
      select $16, 'POST /api/products', $17, $18, 201, $19, body, $14 from made)
    select body from made`,
};
