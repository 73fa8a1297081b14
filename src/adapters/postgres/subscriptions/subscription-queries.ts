import type { Page } from '#core/shared/page.ts';
import type { SubscriptionListQuery, SubscriptionQueries } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import { type SubscriptionView, subscriptionList, subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { SubscriptionRow, toSubscription } from '../tables/subscriptions.ts';

/** A subscription `t` as the API shows it. */
export const SUBSCRIPTION_VIEW = rowView(SubscriptionRow, (row) => subscriptionView(toSubscription(row)));

export const NEXT_DUE_SUBSCRIPTION = prepare<{ after: Date }>()(($) =>
  db
    .selectFrom('subscriptions')
    .select('next_step_at')
    .where('next_step_at', '>', $('after'))
    .where('postponed_until', 'is', null)
    .orderBy('next_step_at')
    .limit(1),
);

const subscriptionTable = listTable('subscriptions')(subscriptionList);

/** The statement of `list`. */
export const subscriptionPage = ({ ownerId, ...query }: SubscriptionListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(subscriptionTable, SUBSCRIPTION_VIEW, { ...query, conditions });
};

export class PostgresSubscriptionQueries implements SubscriptionQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: SubscriptionId): ReturnType<SubscriptionQueries['find']> {
    const [row] = await this.#database.query(SUBSCRIPTION_VIEW.find({ id }));
    return row && { ...foundView(SUBSCRIPTION_VIEW, row), userId: row.user_id };
  }

  list(query: SubscriptionListQuery): Promise<Page<SubscriptionView>> {
    return readPage(this.#database, subscriptionPage(query));
  }

  async nextDue(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_DUE_SUBSCRIPTION({ after })))[0]?.next_step_at ?? null;
  }
}
