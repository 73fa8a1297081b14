import type { Order, OrderId } from '#core/orders/order.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { OperationId, PaymentOperation } from '#core/payments/payment-operation.ts';
import type { PaymentRepository, Standing, WithPayment } from '#core/payments/payment-repository.ts';
import type { Currency } from '#core/shared/currency.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import { amountOf } from './rows/amount.ts';
import {
  type OperationRow,
  operationColumns,
  type PaymentRow,
  paymentColumns,
  toOperation,
  toPayment,
} from './rows/payment.row.ts';
import type { TransactionSession } from './transaction-session.ts';

const COLUMNS = `id, version, order_id, user_id, gateway, gateway_reference, status, capture_method, currency, amount,
  amount_captured, amount_capturing, amount_refunded, amount_refunding, is_voiding, is_surplus, token, return_url,
  redirect_url, failure_code, failure_message, metadata, check_at, checks, created_at, updated_at`;

const OPERATION_COLUMNS = `id, payment_id, kind, amount, status, reason, failure_code, failure_message, request_name,
  request_fingerprint, created_at, updated_at`;

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

const STANDING = `
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

const BEGIN = begin(false);
const BEGIN_AND_MOVE = begin(true);

const NAMES = COLUMNS.split(',').map((column) => column.trim() as keyof ReturnType<typeof paymentColumns>);

const VALUES = NAMES.map((_, place) => `$${place + 1}`);

const update = (withMovements: boolean): string => `
  with saved as (
    update payments set (${COLUMNS}) = row(${VALUES})
    where id = $1 and version = $2 - 1 returning id),
  ${written(VALUES.length + 1, { withMovements })}
  select require_saved(exists (select from saved))`;

const UPDATE = update(false);
const UPDATE_AND_MOVE = update(true);

const POSTPONE = `
  with postponed as (update payments set check_at = $2, checks = $3 where id = $1),
  happened as (insert into payment_timeline (${ENTRY_COLUMNS}) select ${ENTRY_COLUMNS} from ${rows('payment_timeline', '$4')})
  select 1`;

const GET = `select ${COLUMNS} from payments where id = $1 for update`;
const FIND = `select ${COLUMNS} from payments where id = $1`;
const HOLDING = `
  select id from payments
  where order_id = $1 and (is_under_way or status = 'authorized' or amount_captured > amount_refunded)
  order by id`;

const OPERATIONS = `
  select operation.*, payment.currency from payment_operations operation
  join payments payment on payment.id = operation.payment_id`;

const OPERATION = `${OPERATIONS} where operation.id = $1 for update of operation`;

const PENDING = `
  ${OPERATIONS} where operation.payment_id = $1 and operation.status = 'pending'
  order by operation.created_at, operation.id`;

const REQUESTED = `${OPERATIONS} where operation.request_name = $1`;

const FORGET_REQUEST = 'update payment_operations set request_name = null, request_fingerprint = null where id = $1';

const CLAIM = `
  update payments set check_at = $2, checks = checks + 1 where id = (
    select id from payments where check_at <= $1 order by check_at limit 1 for update skip locked
  ) returning id`;

const KNOWN_CALLBACK = 'select 1 from gateway_callbacks where gateway = $1 and id = $2';

const NOTE_CALLBACK = `
  insert into gateway_callbacks (gateway, id, created_at) values ($1, $2, $3) on conflict do nothing`;

// by their places: a join would read all that there are where many are forgotten
const FORGET_CALLBACKS = `
  delete from gateway_callbacks where ctid = any(array(
    select ctid from gateway_callbacks where created_at < $1 order by created_at limit 5000))`;

const ERASE = `
  update payments set version = version + 1, metadata = '{}', return_url = null
  where order_id = any($1::text[]) returning id`;

const ERASE_REASONS = 'update payment_operations set reason = null where payment_id = any($1::text[])';

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

export class PostgresPaymentRepository implements PaymentRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async begin(payment: Payment, added: WithPayment, due: Money): Promise<Standing | undefined> {
    const { orderId, amount } = payment;
    const row = JSON.stringify([paymentColumns(payment)]);
    const values = [orderId, amount.toDecimal(), due.toDecimal(), row, ...rowsOf(payment, added)];
    const text = added.movements === undefined ? BEGIN : BEGIN_AND_MOVE;
    const [standing] = await this.#session.query<StandingRow & { isBegun: boolean }>({ text, values });
    return standing?.isBegun ? undefined : toStanding(standing, amount.currency);
  }

  async get(id: PaymentId): Promise<Payment> {
    const [row] = await this.#session.query<PaymentRow>({ text: GET, values: [id] });
    if (row === undefined) throw notFound('payment', id);
    return toPayment(row);
  }

  async find(id: PaymentId): Promise<Payment | undefined> {
    const [row] = await this.#session.query<PaymentRow>({ text: FIND, values: [id] });
    return row && toPayment(row);
  }

  async standingOf({ id, currency }: Pick<Order, 'id' | 'currency'>): Promise<Standing> {
    const [row] = await this.#session.query<StandingRow>({ text: STANDING, values: [id] });
    return toStanding(row, currency);
  }

  async holding(orderId: OrderId): Promise<readonly PaymentId[]> {
    const rows = await this.#session.query<{ id: PaymentId }>({ text: HOLDING, values: [orderId] });
    return rows.map(({ id }) => id);
  }

  async operation(id: OperationId): Promise<PaymentOperation> {
    const [row] = await this.#session.query<OperationRow>({ text: OPERATION, values: [id] });
    if (row === undefined) throw notFound('operation', id);
    return toOperation(row);
  }

  async pending(id: PaymentId): Promise<readonly PaymentOperation[]> {
    return (await this.#session.query<OperationRow>({ text: PENDING, values: [id] })).map(toOperation);
  }

  async findRequested(name: string, since: Date): Promise<PaymentOperation | undefined> {
    const [row] = await this.#session.query<OperationRow>({ text: REQUESTED, values: [name] });
    const found = row && toOperation(row);
    if (found === undefined || found.createdAt >= since) return found;
    this.#session.send({ text: FORGET_REQUEST, values: [found.id] });
    return undefined;
  }

  async save(payment: Payment, kept: WithPayment): Promise<void> {
    const columns = { ...paymentColumns(payment), metadata: JSON.stringify(payment.metadata) };
    const values = [...NAMES.map((name) => columns[name]), ...rowsOf(payment, kept)];
    this.#session.send({ text: kept.movements === undefined ? UPDATE : UPDATE_AND_MOVE, values });
  }

  async postpone({ id, checkAt, checks }: Payment, happened: readonly PaymentEntry[]): Promise<void> {
    this.#session.send({ text: POSTPONE, values: [id, checkAt, checks, entryRowsOf(happened)] });
  }

  async claimDue(at: Date, until: Date): Promise<PaymentId | undefined> {
    const [claimed] = await this.#session.query<{ id: PaymentId }>({ text: CLAIM, values: [at, until] });
    return claimed?.id;
  }

  async isKnownCallback(gateway: string, id: string): Promise<boolean> {
    return (await this.#session.query({ text: KNOWN_CALLBACK, values: [gateway, id] })).length > 0;
  }

  async noteCallback(gateway: string, id: string, at: Date): Promise<void> {
    this.#session.send({ text: NOTE_CALLBACK, values: [gateway, id, at] });
  }

  async forgetCallbacks(before: Date): Promise<void> {
    this.#session.send({ text: FORGET_CALLBACKS, values: [before] });
  }

  async erase(orderIds: readonly OrderId[]): Promise<PaymentId[]> {
    const rows = await this.#session.query<{ id: PaymentId }>({ text: ERASE, values: [orderIds] });
    const erased = rows.map(({ id }) => id);
    this.#session.send({ text: ERASE_REASONS, values: [erased] });
    return erased;
  }
}

type StandingRow = { isProcessing: boolean; isUnderWay: boolean; held: string };

const toStanding = (row: StandingRow | undefined, currency: Currency): Standing => {
  if (row === undefined) throw new TypeError('A sum has always one row.');
  const { isProcessing, isUnderWay, held } = row;
  return { isProcessing, isUnderWay, held: amountOf(held, currency) };
};

/** What is written with a payment, as JSON arrays of rows. */
const rowsOf = (
  { amount: { currency } }: Payment,
  { operations = [], happened = [], movements }: WithPayment,
): string[] => [
  JSON.stringify(operations.map(operationColumns)),
  entryRowsOf(happened),
  ...(movements === undefined ? [] : [JSON.stringify(movements.flatMap((movement) => entriesOf(movement, currency)))]),
];

const entryRowsOf = (happened: readonly PaymentEntry[]): string =>
  JSON.stringify(
    happened.map(({ id, paymentId, type, actor, details, at }) => ({
      id,
      payment_id: paymentId,
      type,
      actor_kind: actor.kind,
      actor_user_id: actor.userId,
      actor_credential_id: actor.credentialId,
      details,
      created_at: at,
    })),
  );

const entriesOf = ({ id, kind, paymentId, orderId, debit, credit, amount, at }: Movement, currency: Currency) => {
  const entry = { movement_id: id, kind, payment_id: paymentId, order_id: orderId, currency, created_at: at };
  const sum = amount.toDecimal();
  return [
    { ...entry, account: debit, debit: sum, credit: 0 },
    { ...entry, account: credit, debit: 0, credit: sum },
  ];
};
