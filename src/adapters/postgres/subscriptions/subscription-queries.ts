import type { Page } from '#core/shared/page.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { SubscriptionListQuery, SubscriptionQueries } from '#core/subscriptions/subscription-repository.ts';
import { type SubscriptionView, subscriptionList } from '#core/subscriptions/subscription-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsExcept, columnsOf, jsonView, nextAction, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';
import { SubscriptionRow } from '../tables/subscriptions.ts';

/** The columns that the API does not show. */
const INTERNAL = [
  'is_pending',
  'redirect_url',
  'is_metered',
  'anchor',
  'billed_plan',
  'usage_since',
  'unbilled',
  'is_setup_billed',
  'is_trial_end_announced',
  'next_plan',
  'charge_at',
  'reservations',
  'next_stock_attempt_at',
  'next_step_at',
  'lease_owner',
  'leased_until',
  'postponed_until',
  'failure_count',
] as const;

const t = columnsOf<{ t: 'subscriptions' }>();

/** A subscription `t` as the API shows it. */
export const SUBSCRIPTION_VIEW = jsonView<SubscriptionView>()({
  ...resourceMembers('subscriptions', 'subscription'),
  ...columnsExcept(SubscriptionRow, INTERNAL),
  current_period_start: utcText(t('t.current_period_start')),
  current_period_end: utcText(t('t.current_period_end')),
  trial_end: utcText(t('t.trial_end')),
  paused_at: utcText(t('t.paused_at')),
  resumes_at: utcText(t('t.resumes_at')),
  past_due_since: utcText(t('t.past_due_since')),
  next_payment_attempt_at: utcText(t('t.next_payment_attempt_at')),
  out_of_stock_since: utcText(t('t.out_of_stock_since')),
  ended_at: utcText(t('t.ended_at')),
  next_action: nextAction(t('t.redirect_url')),
  ...versionMembers('subscriptions'),
});

const FIND_VIEW = prepare<{ id: SubscriptionId }>()(($) =>
  db
    .selectFrom('subscriptions as t')
    .crossJoinLateral(SUBSCRIPTION_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', SUBSCRIPTION_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

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
    return (await this.#database.query(FIND_VIEW({ id })))[0];
  }

  list(query: SubscriptionListQuery): Promise<Page<SubscriptionView>> {
    return readPage(this.#database, subscriptionPage(query));
  }

  async nextDue(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_DUE_SUBSCRIPTION({ after })))[0]?.next_step_at ?? null;
  }
}
