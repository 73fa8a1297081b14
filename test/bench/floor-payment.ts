import type { Named } from './floor-statements.ts';

const time = (value: string): string => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const PAYMENT = `
  select json_build_object('id', p.id, 'object', 'payment', 'order_id', p.payable_id, 'user_id', p.user_id,
    'status', p.status, 'amount', trim_scale(p.amount), 'amount_captured', trim_scale(p.amount_captured),
    'amount_refunded', trim_scale(p.amount_refunded), 'currency', p.currency, 'capture_method', p.capture_method,
    'gateway', p.gateway, 'gateway_reference', p.gateway_reference, 'next_action', null, 'failure_code', null,
    'failure_message', null, 'metadata', p.metadata, 'actions', '["refund"]'::json, 'version', p.version,
    'created_at', ${time('p.created_at')}, 'updated_at', ${time('p.updated_at')})
  from payments p where p.id = the_payment_id`;

const ITEMS = `
  select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'name', i.name, 'sku', i.sku,
    'slug', i.slug, 'image', i.image, 'unit_price', trim_scale(i.unit_price), 'quantity', i.quantity, 'fulfilled_quantity', 0,
    'subtotal', trim_scale(i.unit_price * i.quantity)) order by i.position)
  from order_items i where i.order_id = o.id`;

const ORDER = `
  select json_build_object('id', o.id, 'object', 'order', 'number', o.number, 'external_id', o.external_id, 'status', o.status,
    'payment_status', o.payment_status, 'fulfillment_status', o.fulfillment_status, 'items', (${ITEMS}),
    'subtotal', trim_scale(o.total), 'total', trim_scale(o.total), 'amount_paid', trim_scale(o.amount_paid),
    'amount_refunded', trim_scale(o.amount_refunded), 'amount_due', 0, 'currency', o.currency, 'expires_at', null,
    'user_id', o.user_id, 'email', o.email, 'shipping_address', o.shipping_address, 'billing_address', o.billing_address,
    'fulfillments', o.fulfillments, 'cancelled_at', null, 'cancel_reason', null, 'metadata', o.metadata,
    'actions', '["cancel","fulfill"]'::json, 'version', o.version, 'created_at', ${time('o.created_at')},
    'updated_at', ${time('o.updated_at')})
  from orders o where o.id = the_order_id`;

/**
 * A payment of an order in two functions, each one transaction: the payment before the call to the gateway, and its
 * outcome with the operation, timelines, ledger, order, events, audit entry and idempotency record. No fewer would be
 * safe: the operation must be on disk before the call.
 */
export const PAYMENT_FUNCTIONS = `
  create or replace function floor_begin_payment(
    the_order_id text, the_payment_id text, ids text[], at timestamptz, idempotency_key text, fingerprint text
  ) returns text language plpgsql as $$
  declare
    due numeric;
  begin
    select total - amount_paid into due from orders where id = the_order_id and payment_status = 'unpaid' for update;
    insert into payments (id, payable_id, gateway, status, capture_method, currency, amount, amount_captured,
        amount_capturing, amount_refunded, amount_refunding, is_voiding, is_overpayment, token, metadata, actions, next_check_at,
        check_count, created_at, updated_at)
      values (the_payment_id, the_order_id, 'sandbox', 'processing', 'automatic', 'USD', due, 0, 0, 0, 0, false, false,
        'tok_success', '{}', '[]', at + interval '30 seconds', 0, at, at);
    insert into payment_operations (id, payment_id, kind, amount, status, idempotency_key, request_fingerprint, created_at,
        updated_at)
      values (the_payment_id, the_payment_id, 'authorize', due, 'pending', idempotency_key, fingerprint, at, at);
    insert into payment_timeline values (ids[1], the_payment_id, 'authorize_requested', 'api_key', null, null,
      json_build_object('operation_id', the_payment_id, 'amount', trim_scale(due)), at);
    return due::text;
  end $$;
  create or replace function floor_end_payment(
    the_order_id text, the_payment_id text, ids text[], at timestamptz, account text, idempotency_key text,
    fingerprint text, due numeric
  ) returns text language plpgsql as $$
  declare
    paid json;
    body json;
  begin
    update payments set version = 2, status = 'succeeded', amount_captured = due, token = null, next_check_at = null, actions = '["refund"]',
      gateway_reference = 'sandbox_' || the_payment_id where id = the_payment_id;
    update payment_operations set status = 'succeeded' where id = the_payment_id;
    insert into payment_timeline values (ids[2], the_payment_id, 'captured', 'api_key', null, null,
      json_build_object('operation_id', the_payment_id, 'amount', trim_scale(due)), at);
    insert into ledger_entries values
      (the_payment_id, 'gateway:sandbox', 'capture', the_payment_id, the_order_id, 'USD', due, 0, at),
      (the_payment_id, 'orders', 'capture', the_payment_id, the_order_id, 'USD', 0, due, at);
    update orders set version = version + 1, payment_status = 'paid', amount_paid = due, amount_due = 0, expires_at = null,
      updated_at = at where id = the_order_id;
    insert into order_timeline values (ids[3], the_order_id, 'paid', 'api_key', null, null,
      json_build_object('amount', trim_scale(due), 'currency', 'USD', 'payment_id', the_payment_id), at);
    body := (${PAYMENT});
    paid := (${ORDER});
    insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at) values
      (ids[4], 'payment.succeeded', the_payment_id, 1, 2, body,
        json_build_object('status', 'processing', 'amount_captured', 0, 'gateway_reference', null, 'actions', '[]'::json), at),
      (ids[5], 'order.paid', the_order_id,
        (select coalesce(max(sequence), 0) + 1 from events where resource_id = the_order_id), 2, paid,
        json_build_object('payment_status', 'unpaid', 'amount_paid', 0, 'amount_due', trim_scale(due)), at);
    insert into audit_log (id, actor_kind, action, resource_type, resource_id, before, after, created_at) values
      (ids[6], 'api_key', 'payment.captured', 'payment', the_payment_id,
        '{"status":"processing","amount_captured":0}', json_build_object('status', 'succeeded', 'amount_captured', due), at),
      (ids[7], 'api_key', 'order.paid', 'order', the_order_id,
        '{"payment_status":"unpaid","amount_paid":0}', json_build_object('payment_status', 'paid', 'amount_paid', due), at);
    insert into idempotency_records (account, operation, key, fingerprint, status, headers, body, personal_ids, created_at)
      values (account, 'POST /api/payments', idempotency_key, fingerprint, 201,
        json_build_object('Location', '/api/payments/' || the_payment_id), body, array[the_payment_id, the_order_id], at);
    return body;
  end $$`;

export const BEGIN_PAYMENT: Named = {
  name: 'begin-payment',
  text: 'select floor_begin_payment($1, $2, $3, $4, $5, $6) as due',
};

/** The sandbox's own record, which does not wait for the disk. */
export const CHARGE: Named = {
  name: 'charge',
  text: `insert into sandbox_charges (key, order_id, token, status, capture_method, currency, amount_minor, captured_minor,
      refunded_minor, created_at)
    select $1, $2, 'tok_success', 'captured', 'automatic', 'USD', $3::numeric * 100, $3::numeric * 100, 0, now()
    from set_config('synchronous_commit', 'off', true)`,
};

export const END_PAYMENT: Named = {
  name: 'end-payment',
  text: 'select floor_end_payment($1, $2, $3, $4, $5, $6, $7, $8) as body',
};
