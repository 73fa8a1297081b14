/** The floor's own tables: few columns, and an index for each statement. */
export const FLOOR_TABLES = `
  create schema floor;
  create table floor.products (
    id text collate "C" primary key, name text not null, description text, price numeric not null,
    price_max numeric not null, currency text not null, category_id text collate "C", sku text, status text not null,
    stock integer, created_at timestamptz(3) not null, words tsvector not null, variants json);
  create table floor.categories (id text collate "C" primary key, name text not null unique);
  create table floor.category_trees (
    name text, category_id text collate "C", primary key (name, category_id));
  create table floor.orders (
    id text collate "C" primary key, email text, status text not null, total numeric not null,
    created_at timestamptz(3) not null);
  create table floor.order_items (
    order_id text collate "C", position integer, product_id text collate "C" not null, name text not null,
    unit_price numeric not null, quantity integer not null, primary key (order_id, position));
  create table floor.payments (
    id text collate "C" primary key, order_id text collate "C" not null, status text not null, amount numeric not null,
    created_at timestamptz(3) not null);
  create table floor.charges (id text collate "C" primary key, created_at timestamptz(3) not null)`;

/** Copies the service's rows, and then creates the indexes. A product has the JSON and the words of its variants. */
export const COPY_ROWS = `
  insert into floor.categories select id, name from categories;
  insert into floor.category_trees
    with recursive below (name, id) as (
      select name, id from categories union all
      select below.name, child.id from below join categories child on child.parent_id = below.id)
    select name, id from below;
  insert into floor.products
    select id, name, description, price_min, price_max, currency, category_id, sku, status, stock, created_at,
      (select to_tsvector('simple', string_agg(concat_ws(' ', v.name, v.description), ' '))
        from products v where v.root_id = p.id),
      (select json_agg(json_build_object('id', v.id, 'options', v.options, 'price', trim_scale(v.price_major),
          'currency', v.currency, 'sku', v.sku, 'status', v.status, 'stock', v.stock) order by v.id)
        from products v where v.root_id = p.id and v.parent_id is not null)
    from products p where parent_id is null;
  insert into floor.orders select id, email, 'open', total, created_at from orders;
  create index on floor.products (created_at, id);
  create index on floor.products (category_id, price, id);
  create index on floor.products using gin (words);
  vacuum analyze`;
