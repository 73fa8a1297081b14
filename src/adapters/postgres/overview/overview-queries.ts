import { sql } from 'kysely';
import {
  COUNT_LIMIT,
  type CountedFor,
  countedAt,
  type OverviewCountName,
  type OverviewQueries,
} from '#core/overview/overview-counts.ts';
import { isRunningLow } from '../catalog/product-table.ts';
import type { Database } from '../connection/database.ts';
import type { Statement } from '../connection/statements.ts';
import { invoicePage } from '../invoices/invoice-queries.ts';
import { countStatement } from '../lists/page-query.ts';
import { orderPage } from '../orders/order-queries.ts';
import { paymentPage } from '../payments/payment-queries.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { endpointPage } from '../webhooks/webhook-queries.ts';
import { withdrawalPage } from '../withdrawals/withdrawal-queries.ts';

const PAGE = { limit: 1 };

/** The products of the filter `low_stock`: their index has them in order, so that the count stops at the limit. */
const COUNT_LOW_STOCK = prepare()(() =>
  db
    .selectFrom(
      db
        .selectFrom('products as v')
        .select('v.root_id')
        .distinct()
        .where(isRunningLow('v'))
        .limit(sql.lit(COUNT_LIMIT))
        .as('counted'),
    )
    .select(sql<number>`count(*)::integer`.as('count')),
);

export class PostgresOverviewQueries implements OverviewQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count(name: OverviewCountName, counted: CountedFor): Promise<number> {
    return (await this.#database.query(overviewCount(name, counted)))[0]?.count ?? 0;
  }
}

/** The statement of `count`, for tests of its plan. */
export const overviewCount = (
  name: OverviewCountName,
  { at, webhookOwnerId }: CountedFor,
): Statement<{ count: number }> => {
  const counted = countedAt(name, at);
  switch (counted.list) {
    case 'invoices':
      return countStatement(invoicePage({ filter: counted.filter, page: PAGE }), COUNT_LIMIT);
    case 'orders':
      return countStatement(orderPage({ filter: counted.filter, page: PAGE }), COUNT_LIMIT);
    case 'payments':
      return countStatement(paymentPage({ filter: counted.filter, page: PAGE }), COUNT_LIMIT);
    case 'products':
      return COUNT_LOW_STOCK({});
    case 'webhooks':
      return countStatement(endpointPage({ filter: counted.filter, page: PAGE }, webhookOwnerId), COUNT_LIMIT);
    case 'withdrawals':
      return countStatement(withdrawalPage({ filter: counted.filter, page: PAGE }), COUNT_LIMIT);
  }
};
