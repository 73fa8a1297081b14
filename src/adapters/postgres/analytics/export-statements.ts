import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dataset, ExportedRow, Source } from '#core/analytics/export/datasets.ts';
import type { SourceChange } from '#core/analytics/export/ports.ts';
import type { JsonView } from '../statements/json-view.ts';
import { type Placeholders, type PreparedStatement, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { ORDER_ITEM_ROW, ORDER_ROW, PAYMENT_ROW, REFUND_ROW } from './export-rows.ts';

/** After a position, which is a time and an id. */
type After = Readonly<{ at: Date; id: string; limit: number }>;

type RowParameters = After & Readonly<{ before: Date }>;

/** A row and the resource that it is of; `line` is null for an order without items. */
type ResourceRow = Readonly<{ id: string; created_at: Date; line: ExportedRow | null }>;

/** The table of a source, and which of its rows belong to the source. */
const SOURCES: Readonly<Record<Source, RawBuilder<unknown>>> = {
  orders: sql`orders t where true`,
  payments: sql`payments t where true`,
  refunds: sql`payment_operations t where t.kind = 'refund'`,
};

const compiled = <Row>(text: RawBuilder<Row>) => ({ compile: () => text.compile(db) });

const isAfter = ($: Placeholders<After>, time: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${time}, t.id) > (${$('at')}::timestamptz, ${$('id')}::text)`;

const rowsOf = (source: Source, view: JsonView<unknown>, joins: RawBuilder<unknown>) =>
  prepare<RowParameters>()(($) =>
    compiled(sql<ResourceRow>`
      select t.id, t.created_at, ${view.jsonText} as line
      from (
        select * from ${SOURCES[source]}
          and ${isAfter($, sql`t.created_at`)} and t.created_at < ${$('before')}
        order by t.created_at, t.id
        limit ${$('limit')}::integer
      ) t ${joins} cross join lateral ${view.lateralRow}
      order by t.created_at, t.id`),
  );

const ITEM_ROWS = prepare<RowParameters>()(($) =>
  compiled(sql<ResourceRow>`
    select t.id, t.created_at, item.line
    from (
      select t.id, t.created_at, t.currency from ${SOURCES.orders}
        and ${isAfter($, sql`t.created_at`)} and t.created_at < ${$('before')}
      order by t.created_at, t.id
      limit ${$('limit')}::integer
    ) t left join lateral (
      select i.position, ${ORDER_ITEM_ROW.jsonText} as line
      from order_items i cross join lateral ${ORDER_ITEM_ROW.lateralRow}
      where i.order_id = t.id
    ) item on true
    order by t.created_at, t.id, item.position`),
);

export const ROWS: Readonly<Record<Dataset, PreparedStatement<RowParameters, ResourceRow>>> = {
  orders: rowsOf('orders', ORDER_ROW, sql``),
  order_items: ITEM_ROWS,
  payments: rowsOf('payments', PAYMENT_ROW, sql``),
  refunds: rowsOf('refunds', REFUND_ROW, sql`join payments payment on payment.id = t.payment_id`),
};

const perSource = <Parameters extends object, Row>(
  build: (source: RawBuilder<unknown>) => PreparedStatement<Parameters, Row>,
): Readonly<Record<Source, PreparedStatement<Parameters, Row>>> => ({
  orders: build(SOURCES.orders),
  payments: build(SOURCES.payments),
  refunds: build(SOURCES.refunds),
});

export const CHANGES = perSource((source) =>
  prepare<After>()(($) =>
    compiled(sql<SourceChange>`
      select t.id, t.created_at as "createdAt", t.updated_at as "updatedAt" from ${source}
        and ${isAfter($, sql`t.updated_at`)}
      order by t.updated_at, t.id
      limit ${$('limit')}::integer`),
  ),
);

type Time = Readonly<{ time: Date }>;

export const NEXT_CREATION = perSource((source) =>
  prepare<{ from: Date }>()(($) =>
    compiled(sql<Time>`
      select t.created_at as time from ${source} and t.created_at >= ${$('from')} order by t.created_at, t.id limit 1`),
  ),
);

export const LAST_CHANGE = perSource((source) =>
  prepare()(() =>
    compiled(sql<Time>`
      select t.updated_at as time from ${source} order by t.updated_at desc, t.id desc limit 1`),
  ),
);
