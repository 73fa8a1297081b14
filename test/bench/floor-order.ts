import type { Named } from './floor-statements.ts';

const time = (value: string): string => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An order of two items in one function: stock, order, items, timeline, events and idempotency record. */
export const ORDER_FUNCTION = `
  create or replace function floor_order(
    product_ids text[], quantities integer[], order_id text, item_ids text[], event_ids text[], entry_id text,
    the_email text, at timestamptz, account text, idempotency_key text, fingerprint text
  ) returns text language plpgsql as $$
  declare
    the_number bigint;
    bought json;
    sum numeric;
    body json;
    moved integer;
  begin
    perform 1 from products where id = any(product_ids) order by id for no key update;
    update products p set stock = p.stock - d.quantity, version = p.version + 1, updated_at = at
      from unnest(product_ids, quantities) as d (id, quantity) where p.id = d.id and p.stock >= d.quantity;
    get diagnostics moved = row_count;
    if moved < cardinality(product_ids) then
      raise exception 'not enough';
    end if;
    the_number := nextval('order_numbers');
    select json_agg(json_build_object('id', d.item_id, 'product_id', p.id, 'name', p.name, 'sku', p.sku,
        'slug', p.slug, 'image', p.images ->> 0, 'unit_price', trim_scale(p.price_major), 'quantity', d.quantity, 'fulfilled_quantity', 0,
        'subtotal', trim_scale(p.price_major * d.quantity)) order by d.position), sum(p.price_major * d.quantity)
      into bought, sum
      from unnest(product_ids, quantities, item_ids) with ordinality as d (id, quantity, item_id, position)
      join products p on p.id = d.id;
    body := json_build_object('id', order_id, 'object', 'order', 'number', the_number, 'external_id', null, 'status', 'open',
      'payment_status', 'unpaid', 'fulfillment_status', 'unfulfilled', 'items', bought, 'subtotal', trim_scale(sum),
      'total', trim_scale(sum), 'amount_paid', 0, 'amount_refunded', 0, 'amount_due', trim_scale(sum),
      'currency', 'USD', 'expires_at', ${time(`(at + interval '30 minutes')`)}, 'user_id', null, 'email', the_email,
      'shipping_address', null, 'billing_address', null, 'fulfillments', '[]'::json, 'cancelled_at', null,
      'cancel_reason', null, 'metadata', '{}'::json, 'actions', '["cancel","fulfill"]'::json, 'version', 1,
      'created_at', ${time('at')}, 'updated_at', ${time('at')});
    insert into orders (id, number, status, payment_status, fulfillment_status, fulfillments, currency, total,
        amount_paid, amount_refunded, amount_due, actions, email, email_key, metadata, expires_at, created_at, updated_at)
      values (order_id, the_number, 'open', 'unpaid', 'unfulfilled', '[]', 'USD', sum, 0, 0, sum, '["cancel","fulfill"]',
        the_email, the_email, '{}', at + interval '30 minutes', at, at);
    insert into order_items (
        order_id, position, id, product_id, name, sku, slug, image, unit_price, quantity, is_from_stock, options,
        created_at)
      select order_id, d.position - 1, d.item_id, p.id, p.name, p.sku, p.slug, p.images ->> 0, p.price_major, d.quantity,
        true, p.options, at
      from unnest(product_ids, quantities, item_ids) with ordinality as d (id, quantity, item_id, position)
      join products p on p.id = d.id;
    insert into order_timeline values (entry_id, order_id, 'created', 'api_key', null, null,
      json_build_object('total', trim_scale(sum), 'currency', 'USD'), at);
    insert into events (id, type, resource_id, sequence, data, previous, created_at)
      values (event_ids[1], 'order.created', order_id, 1, body, '{}', at);
    insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
      select d.event_id, 'product.updated', t.id,
        (select coalesce(max(sequence), 0) + 1 from events where resource_id = t.id), t.version, row_to_json(json),
        json_build_object('stock', t.stock + d.quantity), at
      from unnest(product_ids, quantities, event_ids[2:]) as d (id, quantity, event_id)
      join products t on t.id = d.id left join categories c on c.id = t.category_id
      cross join lateral (
        select t.id, 'product' as object, t.name, trim_scale(t.price_major) as price, t.currency, t.description,
          c.name as category, t.category_id, t.sku, t.status, t.stock, t.stock > 0 as available, t.images, t.attributes, t.metadata,
          t.version, ${time('t.created_at')} as created_at, ${time('t.updated_at')} as updated_at) json;
    insert into idempotency_records (account, operation, key, fingerprint, status, headers, body, personal_ids, created_at)
      values (account, 'POST /api/orders', idempotency_key, fingerprint, 201,
        json_build_object('Location', '/api/orders/' || order_id), body, array[order_id], at);
    return body;
  end $$`;

export const ORDER: Named = {
  name: 'order',
  text: 'select floor_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as body',
};
