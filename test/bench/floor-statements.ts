/** A named statement, prepared once per connection. */
export type Named = Readonly<{ name: string; text: string }>;

const JSON_OF_PRODUCT = `json_build_object('id', t.id, 'object', 'product', 'name', t.name, 'description', t.description,
  'price', trim_scale(t.price), 'currency', t.currency, 'category', c.name, 'sku', t.sku, 'status', t.status,
  'stock', t.stock, 'created_at', t.created_at, 'variants', t.variants)`;

const bodyOf = (page: string, total = ''): string => `
  select '{"data":' || coalesce(json_agg(${JSON_OF_PRODUCT}), '[]') || ${total} '}' as body
  from (${page}) t left join floor.categories c on c.id = t.category_id`;

const NEWEST = 'select * from floor.products order by created_at desc, id desc limit 20';

export const PAGE: Named = { name: 'page', text: bodyOf(NEWEST) };

export const PAGE_WITH_TOTAL: Named = {
  name: 'page with total',
  text: bodyOf(NEWEST, `',"total":' || (select count(*) from floor.products) ||`),
};

/** Finds the rows once, for the total and for the page. */
const foundPage = (found: string, order: string): string => `
  with found as materialized (${found})
  ${bodyOf(
    `select p.* from (select * from found order by ${order} limit 20) best join floor.products p on p.id = best.id
      order by ${order.replaceAll(/\w+ desc/g, 'best.$&')}`,
    `',"total":' || (select count(*) from found) ||`,
  )}`;

/** By a category with those below it, and a range of prices. */
export const FILTERED_PAGE: Named = {
  name: 'filtered page',
  text: foundPage(
    `select p.id, p.created_at from floor.category_trees tree
      join floor.products p on p.category_id = tree.category_id and p.price <= $3 and p.price_max >= $2
      where tree.name = $1`,
    'created_at desc, id desc',
  ),
};

/** The best matches; a `tsquery` names the words. */
export const SEARCH: Named = {
  name: 'search',
  text: foundPage(
    'select id, ts_rank(words, $1::tsquery) as rank from floor.products where words @@ $1::tsquery',
    'rank desc, id desc',
  ),
};

export const ONE_PRODUCT: Named = {
  name: 'one product',
  text: `select ${JSON_OF_PRODUCT}::text as body
    from floor.products t left join floor.categories c on c.id = t.category_id where t.id = $1`,
};

export const CREATE_PRODUCT: Named = {
  name: 'create a product',
  text: `
    with t as (
      insert into floor.products (id, name, description, price, price_max, currency, category_id, sku, status, stock,
        created_at, words)
      values ($1, $2, $3, $4, $4, $5, (select id from floor.categories where name = $6), $7, $8, $9, now(),
        to_tsvector('simple', concat_ws(' ', $2::text, $3::text)))
      returning *)
    select ${JSON_OF_PRODUCT}::text as body from t left join floor.categories c on c.id = t.category_id`,
};

/** The order with its items, and their stock. Locks the products in the order of their ids. */
export const ORDER: Named = {
  name: 'order',
  text: `
    with bought as materialized (
      select p.id, p.name, p.price, wanted.quantity, wanted.position
      from floor.products p join unnest($3::text[], $4::integer[]) with ordinality as wanted (id, quantity, position)
        on wanted.id = p.id
      where p.stock >= wanted.quantity order by p.id for no key update of p),
    taken as (
      update floor.products p set stock = p.stock - bought.quantity from bought where p.id = bought.id),
    o as (
      insert into floor.orders (id, email, status, total, created_at)
      select $1, $2, 'open', sum(price * quantity), now() from bought returning *),
    items as (
      insert into floor.order_items (order_id, position, product_id, name, unit_price, quantity)
      select $1, position, id, name, price, quantity from bought)
    select json_build_object('id', o.id, 'object', 'order', 'status', o.status, 'email', o.email,
      'items', (select json_agg(json_build_object('product_id', id, 'name', name, 'unit_price', trim_scale(price),
        'quantity', quantity) order by position) from bought),
      'total', trim_scale(o.total), 'created_at', o.created_at)::text as body from o`,
};

/** A payment before its gateway is called, which must be on disk by then. */
export const BEGIN_PAYMENT: Named = {
  name: 'begin a payment',
  text: `insert into floor.payments (id, order_id, status, amount, created_at)
    select $1, id, 'processing', total, now() from floor.orders where id = $2 and status = 'open'`,
};

/** The sandbox's own record, which does not wait for the disk. */
export const CHARGE: Named = {
  name: 'charge',
  text: `insert into floor.charges (id, created_at) select $1, now() from set_config('synchronous_commit', 'off', true)`,
};

/** The outcome of a payment, and its order. */
export const END_PAYMENT: Named = {
  name: 'end a payment',
  text: `
    with p as (update floor.payments set status = 'succeeded' where id = $1 and status = 'processing' returning *),
    paid as (update floor.orders set status = 'paid' from p where orders.id = p.order_id)
    select json_build_object('id', p.id, 'object', 'payment', 'order_id', p.order_id, 'status', p.status,
      'amount', trim_scale(p.amount), 'created_at', p.created_at)::text as body from p`,
};
