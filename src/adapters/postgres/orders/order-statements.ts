import { type SqlBool, sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import { columnsOf, jsonView } from '../statements/json-view.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import {
  columnNames,
  insertedRow,
  previousVersion,
  recordset,
  requireSaved,
  updatedRow,
} from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { OrderItemRow, type StoredOrderItem } from '../tables/order-items.ts';
import { OrderTimelineEntryRow } from '../tables/order-timeline.ts';
import { OrderRow } from '../tables/orders.ts';

const item = columnsOf<{ i: 'order_items' }>();

const STORED_ITEM = jsonView<StoredOrderItem>()({
  id: item('i.id'),
  product_id: item('i.product_id'),
  name: item('i.name'),
  sku: item('i.sku'),
  slug: item('i.slug'),
  image: item('i.image'),
  options: item('i.options'),
  parent_id: item('i.parent_id'),
  category_id: item('i.category_id'),
  category: item('i.category'),
  withdrawal_exemption: item('i.withdrawal_exemption'),
  tax_category: item('i.tax_category'),
  // as text: a number would lose digits
  unit_price: sql<string>`${item('i.unit_price')}::text`,
  quantity: item('i.quantity'),
  cancelled_quantity: item('i.cancelled_quantity'),
  returned_quantity: item('i.returned_quantity'),
  discount_allocations: item('i.discount_allocations'),
  tax_name: item('i.tax_name'),
  tax_rate: item('i.tax_rate'),
  tax: sql<string>`${item('i.tax')}::text`,
  agreed: item('i.agreed'),
  is_from_stock: item('i.is_from_stock'),
});

/** The items of the order that a statement calls `orders`. */
export const STORED_ITEMS = sql<readonly StoredOrderItem[]>`array_to_json(array(
  select row_to_json(json) from order_items i cross join lateral ${STORED_ITEM.lateralRow}
  where i.order_id = orders.id order by i.position))`;

const findOrder = ($: Placeholders<{ id: OrderId }>) =>
  db.selectFrom('orders').select(columnNames(OrderRow)).select(STORED_ITEMS.as('items')).where('id', '=', $('id'));

export const FIND_ORDER = prepare<{ id: OrderId }>()(($) => findOrder($));

/** `FIND_ORDER` then reads what was committed while this statement waited for the lock. */
export const LOCK_ORDER = prepare<{ id: OrderId }>()(($) =>
  db.selectFrom('orders').select('id').where('id', '=', $('id')).forUpdate(),
);

export const NEXT_NUMBER = prepare()(() => db.selectNoFrom(sql<string>`nextval('order_numbers')`.as('number')));

/** The number that the next order will have, without taking it. */
export const PEEK_NUMBER = prepare()(() =>
  db
    .selectFrom(sql<{ last_value: string; is_called: boolean }>`order_numbers`.as('sequence'))
    .select(sql<string>`last_value + case when is_called then 1 else 0 end`.as('number')),
);

type Entries = Readonly<{ entries: readonly OrderTimelineEntryRow[] }>;

const ENTRY_COLUMNS = columnNames(OrderTimelineEntryRow);

const selectEntries = ($: Placeholders<Entries>) =>
  db.selectFrom(recordset('order_timeline', $.json('entries')).as('entry')).select(ENTRY_COLUMNS);

export const INSERT_ENTRIES = prepare<Entries>()(($) =>
  db.insertInto('order_timeline').columns(ENTRY_COLUMNS).expression(selectEntries($)),
);

const ITEM_COLUMNS = columnNames(OrderItemRow);

type Items = Readonly<{ items: readonly OrderItemRow[] }>;

const selectItems = ($: Placeholders<Items>) =>
  db.selectFrom(recordset('order_items', $.json('items')).as('item')).select(ITEM_COLUMNS);

export const INSERT_ORDER = prepare<OrderRow & Entries & Items>()(($) =>
  db
    .with('added', (query) => query.insertInto('orders').values(insertedRow(OrderRow, $)))
    .with('items', (query) => query.insertInto('order_items').columns(ITEM_COLUMNS).expression(selectItems($)))
    .insertInto('order_timeline')
    .columns(ENTRY_COLUMNS)
    .expression(selectEntries($)),
);

export const DELETE_ITEMS = prepare<{ id: OrderId }>()(($) =>
  db.deleteFrom('order_items').where('order_id', '=', $('id')),
);

export const INSERT_ITEMS = prepare<Items>()(($) =>
  db.insertInto('order_items').columns(ITEM_COLUMNS).expression(selectItems($)),
);

/** Fails unless the stored version is the one before. */
export const UPDATE_ORDER = prepare<OrderRow & Entries>()(($) =>
  db
    .with('saved', (query) =>
      query
        .updateTable('orders')
        .set(updatedRow(OrderRow, $))
        .where('id', '=', $('id'))
        .where('version', '=', previousVersion($))
        .returning('id'),
    )
    .with('entries', (query) => query.insertInto('order_timeline').columns(ENTRY_COLUMNS).expression(selectEntries($)))
    .selectNoFrom(requireSaved('saved')),
);

/** By the index on e-mails. */
export const FIND_BY_NUMBER = prepare<{ number: string }>()(($) =>
  db.selectFrom('orders').select('id').where('number', '=', $('number')),
);

/** The expression is that of the index. */
export const FIRST_OF_SUBSCRIPTION = prepare<{ id: Id<'sub'> }>()(($) =>
  db
    .selectFrom('orders')
    .select('id')
    .where(sql<SqlBool>`withdrawal_terms ->> 'subscriptionId' = ${$('id')}`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
);

export const GUEST_ORDERS = prepare<{ key: string; limit: number }>()(($) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('email_key', '=', $('key'))
    .where('user_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql<number>`${$('limit')}::integer`),
);
