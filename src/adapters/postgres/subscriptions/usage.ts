import { sql } from 'kysely';
import type { UsageRecord, UsageRepository } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { UsageAggregation } from '#core/subscriptions/usage.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { toUsageRecord, toUsageRecordRow, UsageRecordRow } from '../tables/usage-records.ts';

const COLUMNS = columnNames(UsageRecordRow);

type Keys = Readonly<{ rows: readonly Readonly<{ subscription_id: SubscriptionId; key: string }>[] }>;

const ADD = prepare<{ rows: readonly ReturnType<typeof toUsageRecordRow>[] }>()(($) =>
  db
    .insertInto('usage_records')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('usage_records', $.json('rows')).as('row')).select(COLUMNS))
    .onConflict((conflict) => conflict.columns(['subscription_id', 'key']).doNothing())
    .returning(COLUMNS),
);

const FIND_MANY = prepare<Keys>()(($) =>
  db
    .selectFrom('usage_records as record')
    .innerJoin(recordset('usage_records', $.json('rows')).as('row'), (join) =>
      join.onRef('row.subscription_id', '=', 'record.subscription_id').onRef('row.key', '=', 'record.key'),
    )
    .select(['record.subscription_id', 'record.key', 'record.quantity', 'record.at', 'record.recorded_at']),
);

type Span = Readonly<{ id: SubscriptionId; start: Date; end: Date }>;

/** The usage of a span: its quantity as text, since a sum can be beyond 64 bits. */
const totalBy = (aggregate: 'sum' | 'max') =>
  prepare<Span>()(($) =>
    db
      .selectFrom('usage_records')
      .select(sql<string>`coalesce(${sql.raw(aggregate)}(quantity), 0)::text`.as('total'))
      .where('subscription_id', '=', $('id'))
      .where('at', '>=', $('start'))
      .where('at', '<', $('end')),
  );

const TOTAL_BY: Readonly<Record<UsageAggregation, ReturnType<typeof totalBy>>> = {
  sum: totalBy('sum'),
  max: totalBy('max'),
  last: prepare<Span>()(($) =>
    db
      .selectFrom('usage_records')
      .select(sql<string>`quantity::text`.as('total'))
      .where('subscription_id', '=', $('id'))
      .where('at', '>=', $('start'))
      .where('at', '<', $('end'))
      .orderBy('at', 'desc')
      .orderBy('sequence', 'desc')
      .limit(1),
  ),
};

/** The statement of `total`. */
export const usageTotal = ({ subscriptionId: id, span, aggregation }: Parameters<UsageRepository['total']>[0]) =>
  TOTAL_BY[aggregation]({ id, ...span });

export class PostgresUsageRepository implements UsageRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add(records: readonly UsageRecord[]): Promise<readonly UsageRecord[]> {
    const rows = await this.#session.query(ADD({ rows: records.map(toUsageRecordRow) }));
    return rows.map(toUsageRecord);
  }

  async findMany(records: Parameters<UsageRepository['findMany']>[0]): Promise<readonly UsageRecord[]> {
    const rows = records.map(({ subscriptionId, key }) => ({ subscription_id: subscriptionId, key }));
    return (await this.#session.query(FIND_MANY({ rows }))).map(toUsageRecord);
  }

  async total(query: Parameters<UsageRepository['total']>[0]): Promise<number> {
    const [row] = await this.#session.query(usageTotal(query));
    const total = Number(row?.total ?? 0);
    if (!Number.isSafeInteger(total)) throw new RangeError('The sum of the usage is too large.');
    return total;
  }
}
