import { columnNames } from '../statements/row-parameters.ts';
import { PaymentOperationRow } from '../tables/payment-operations.ts';
import { PaymentRow } from '../tables/payments.ts';

const COLUMNS = columnNames(PaymentRow).join(', ');

const OPERATION_COLUMNS = columnNames(PaymentOperationRow).join(', ');

const ENTRY_COLUMNS = 'id, payment_id, type, actor_kind, actor_user_id, actor_credential_id, details, created_at';

const LEDGER_COLUMNS = 'movement_id, account, kind, payment_id, order_id, currency, debit, credit, created_at';

/** The rows of a JSON parameter. */
const rows = (table: string, parameter: string): string =>
  `json_populate_recordset(null::${table}, ${parameter}::json)`;

/** What is written with a payment: JSON arrays, from `$first` on, if a condition holds; movements, where there are some. */
const written = (first: number, { condition = 'true', withMovements = false } = {}): string => `
  operated as (
    insert into payment_operations (${OPERATION_COLUMNS}) select ${OPERATION_COLUMNS} from ${rows('payment_operations', `$${first}`)} where ${condition}
    on conflict (id) do update set status = excluded.status, failure_code = excluded.failure_code,
      failure_message = excluded.failure_message, request_name = excluded.request_name,
      request_fingerprint = excluded.request_fingerprint, updated_at = excluded.updated_at),
  happened as (
    insert into payment_timeline (${ENTRY_COLUMNS})
    select ${ENTRY_COLUMNS} from ${rows('payment_timeline', `$${first + 1}`)} where ${condition})
  ${withMovements ? `, moved as (insert into ledger_entries (${LEDGER_COLUMNS}) select ${LEDGER_COLUMNS} from ${rows('ledger_entries', `$${first + 2}`)} where ${condition})` : ''}`;

export const STANDING = `
  select coalesce(bool_or(status = 'processing' or amount_capturing > 0), false) as "isProcessing",
    coalesce(bool_or(is_under_way), false) as "isUnderWay",
    coalesce(sum(amount - amount_captured) filter (where status = 'authorized'), 0) as held
  from payments where order_id = $1 and (is_under_way or status = 'authorized')`;

// whoever begins has got the order, so that nobody else begins at the same time
const begin = (withMovements: boolean): string => `
  with standing as materialized (${STANDING}),
  may as (select from standing where not "isUnderWay" and held + $2::numeric <= $3::numeric),
  ${written(5, { condition: 'exists (select from may)', withMovements })},
  begun as (
    insert into payments (${COLUMNS}) select ${COLUMNS} from ${rows('payments', '$4')} where exists (select from may))
  select *, exists (select from may) as "isBegun" from standing`;

export const BEGIN = begin(false);
export const BEGIN_AND_MOVE = begin(true);

export const NAMES = columnNames(PaymentRow);

const VALUES = NAMES.map((_, place) => `$${place + 1}`);

const update = (withMovements: boolean): string => `
  with saved as (
    update payments set (${COLUMNS}) = row(${VALUES})
    where id = $1 and version = $2 - 1 returning id),
  ${written(VALUES.length + 1, { withMovements })}
  select require_saved(exists (select from saved))`;

export const UPDATE = update(false);
export const UPDATE_AND_MOVE = update(true);

export const POSTPONE = `
  with postponed as (update payments set check_at = $2, checks = $3 where id = $1),
  happened as (insert into payment_timeline (${ENTRY_COLUMNS}) select ${ENTRY_COLUMNS} from ${rows('payment_timeline', '$4')})
  select 1`;

export const GET = `select ${COLUMNS} from payments where id = $1 for update`;
export const FIND = `select ${COLUMNS} from payments where id = $1`;
export const HOLDING = `
  select id from payments
  where order_id = $1 and (is_under_way or status = 'authorized' or amount_captured > amount_refunded)
  order by id`;

const OPERATIONS = `
  select operation.*, payment.currency from payment_operations operation
  join payments payment on payment.id = operation.payment_id`;

export const OPERATION = `${OPERATIONS} where operation.id = $1 for update of operation`;

export const PENDING = `
  ${OPERATIONS} where operation.payment_id = $1 and operation.status = 'pending'
  order by operation.created_at, operation.id`;

export const REQUESTED = `${OPERATIONS} where operation.request_name = $1`;

export const FORGET_REQUEST =
  'update payment_operations set request_name = null, request_fingerprint = null where id = $1';

export const CLAIM = `
  update payments set check_at = $2, checks = checks + 1 where id = (
    select id from payments where check_at <= $1 order by check_at limit 1 for update skip locked
  ) returning id`;

export const KNOWN_CALLBACK = 'select 1 from gateway_callbacks where gateway = $1 and id = $2';

export const NOTE_CALLBACK = `
  insert into gateway_callbacks (gateway, id, created_at) values ($1, $2, $3) on conflict do nothing`;

// by their places: a join would read all that there are where many are forgotten
export const FORGET_CALLBACKS = `
  delete from gateway_callbacks where ctid = any(array(
    select ctid from gateway_callbacks where created_at < $1 order by created_at limit 5000))`;

export const ERASE = `
  update payments set version = version + 1, metadata = '{}', return_url = null
  where order_id = any($1::text[]) returning id`;

export const ERASE_REASONS = 'update payment_operations set reason = null where payment_id = any($1::text[])';

/** For whoever wants to see their plans. */
export const STATEMENTS = {
  GET,
  STANDING,
  HOLDING,
  OPERATION,
  PENDING,
  REQUESTED,
  CLAIM,
  KNOWN_CALLBACK,
  FORGET_CALLBACKS,
  ERASE,
  ERASE_REASONS,
} as const;
