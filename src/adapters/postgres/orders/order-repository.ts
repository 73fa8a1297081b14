import type { Order, OrderId } from '#core/orders/order.ts';
import type { ErasedBuyer, OrderRepository } from '#core/orders/order-repository.ts';
import { PERSONAL_ENTRIES, type TimelineEntry } from '#core/orders/timeline-entry.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { opaque } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { columnNames, rowEncoder } from '../statements/row-parameters.ts';
import { OrderRow, toOrder, toOrderRow } from '../tables/orders.ts';
import { entryColumns } from '../timelines/timeline-columns.ts';

const ALL_COLUMNS = columnNames(OrderRow).join(', ');

const FIND = `select ${ALL_COLUMNS} from orders where id = $1`;

const GET = `${FIND} for update`;

const NEXT_NUMBER = `select nextval('order_numbers') as number`;

const NUMBER_TO_COME = `select last_value + case when is_called then 1 else 0 end as number from order_numbers`;

const encodeOrder = rowEncoder(OrderRow);

const COLUMNS = columnNames(OrderRow)
  .filter((name) => name !== 'id')
  .join(', ');

const VALUES = Array.from({ length: COLUMNS.split(',').length }, (_, index) => `$${index + 2}`).join(', ');

/** What happened, as the rows of one JSON array. */
const noted = (json: string): string => `
  insert into order_timeline (id, order_id, type, actor_kind, actor_user_id, actor_credential_id, details, created_at)
  select id, order_id, type, actor_kind, actor_user_id, actor_credential_id, details, created_at
  from json_populate_recordset(null::order_timeline, ${json}::json)`;

const INSERT = `
  with added as (insert into orders (id, ${COLUMNS}) values ($1, ${VALUES}) returning id, created_at),
    contents as (
      insert into order_products (product_id, created_at, order_id)
      select product_id, created_at, id from added, unnest(${opaque('$27::text[]')}) as product_id)
  ${noted('$26')}`;

const UPDATE = `
  with saved as (
    update orders set (${COLUMNS}) = row(${VALUES}) where id = $1 and version = $2 - 1 returning id),
  happened as (${noted('$26')})
  select require_saved(exists (select from saved))`;

const BEING_PAID = (order: string): string => `
  select from payments where order_id = ${order} and (is_under_way or status = 'authorized')`;

const CLAIM = `
  select id from orders o where expires_at <= $1 and id <> all($2::text[]) and not exists (${BEING_PAID('o.id')})
  order by expires_at limit 1 for update skip locked`;

/** A statement of its own, which sees the payment that somebody has begun while the order was claimed. */
const IS_BEING_PAID = `select exists (${BEING_PAID('$1')}) as "isBeingPaid"`;

const CLAIM_CANCELLING = `
  update orders set cancelling_since = $2 where id = (
    select id from orders where cancelling_since <= $1 order by cancelling_since limit 1 for update skip locked
  ) returning id`;

/** Exported for whoever wants to see its plan. */
export const ERASE = `
  update orders set version = version + 1, updated_at = $3, email = null, email_key = null, shipping_address = null, billing_address = null, metadata = '{}',
    cancel_reason = null, fulfillments = coalesce((
      select json_agg(json_build_object('id', f -> 'id', 'items', f -> 'items', 'tracking_number', null,
        'carrier', f -> 'carrier', 'created_at', f -> 'created_at'))
      from json_array_elements(fulfillments) as f), '[]')
  where user_id = $1 or (user_id is null and email_key = $2)
  returning id`;

/** A statement of its own, which sees what was said while the one before waited for somebody who had got an order. */
const SILENCE = `update order_timeline set details = '{}' where order_id = any($1::text[]) and type = any($2::text[])`;

export class PostgresOrderRepository implements OrderRepository {
  readonly #session: TransactionSession;
  readonly #isDryRun: boolean;
  #dryRunNumbers = 0;

  constructor(session: TransactionSession, isDryRun: boolean) {
    this.#session = session;
    this.#isDryRun = isDryRun;
  }

  async nextNumber(): Promise<number> {
    // a sequence does not take back what a rollback undoes
    if (this.#isDryRun) return this.#rehearsedNumber();
    const [row] = await this.#session.query<{ number: string }>({ text: NEXT_NUMBER });
    return Number(row?.number);
  }

  async #rehearsedNumber(): Promise<number> {
    const earlier = this.#dryRunNumbers;
    this.#dryRunNumbers += 1;
    const [row] = await this.#session.query<{ number: string }>({ text: NUMBER_TO_COME });
    return Number(row?.number) + earlier;
  }

  async get(id: OrderId): Promise<Order> {
    const [row] = await this.#session.query<OrderRow>({ text: GET, values: [id] });
    if (row === undefined) throw notFound('order', id);
    return toOrder(row);
  }

  async find(id: OrderId): Promise<Order | undefined> {
    const [row] = await this.#session.query<OrderRow>({ text: FIND, values: [id] });
    return row && toOrder(row);
  }

  async claimExpired(at: Date, except: readonly OrderId[] = []): Promise<Order | undefined> {
    const [claimed] = await this.#session.query<{ id: OrderId }>({ text: CLAIM, values: [at, except] });
    if (claimed === undefined) return undefined;
    const [state] = await this.#session.query<{ isBeingPaid: boolean }>({ text: IS_BEING_PAID, values: [claimed.id] });
    return state?.isBeingPaid ? this.claimExpired(at, [...except, claimed.id]) : this.get(claimed.id);
  }

  async claimCancelling(before: Date, at: Date): Promise<OrderId | undefined> {
    const [claimed] = await this.#session.query<{ id: OrderId }>({ text: CLAIM_CANCELLING, values: [before, at] });
    return claimed?.id;
  }

  async add(order: Order, happened: readonly TimelineEntry[]): Promise<void> {
    const productIds = order.items.map(({ productId }) => productId);
    this.#session.send({ text: INSERT, values: [...valuesOf(order, happened), productIds] });
  }

  async save(order: Order, happened: readonly TimelineEntry[]): Promise<void> {
    this.#session.send({ text: UPDATE, values: valuesOf(order, happened) });
  }

  async note(entry: TimelineEntry): Promise<void> {
    this.#session.send({ text: noted('$1'), values: [rowsOf([entry])] });
  }

  async erase({ userId, emailKey }: ErasedBuyer, at: Date): Promise<OrderId[]> {
    const rows = await this.#session.query<{ id: OrderId }>({ text: ERASE, values: [userId, emailKey ?? null, at] });
    const erased = rows.map(({ id }) => id);
    this.#session.send({ text: SILENCE, values: [erased, PERSONAL_ENTRIES] });
    return erased;
  }
}

const valuesOf = (order: Order, happened: readonly TimelineEntry[]): unknown[] => [
  ...encodeOrder(toOrderRow(order)),
  rowsOf(happened),
];

const rowsOf = (happened: readonly TimelineEntry[]): string =>
  JSON.stringify(happened.map((entry) => ({ order_id: entry.orderId, ...entryColumns(entry) })));
