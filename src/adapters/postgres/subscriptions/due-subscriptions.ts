import { sql } from 'kysely';
import type { Lease, LeaseRequest } from '#core/shared/lease.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import { isUnleased, leased, UNLEASED } from '../statements/lease-columns.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { SubscriptionRow } from '../tables/subscriptions.ts';

/**
 * Postponed subscriptions have an index of their own, so that many that fail do not slow down the claims of others. An array
 * of ids is found by the primary key, however many the planner expects.
 */
export const CLAIM_DUE_SUBSCRIPTIONS = prepare<{ due: Date; limit: number } & LeaseRequest>()(($) => {
  const claimable = db
    .selectFrom('subscriptions')
    .select(['id', 'next_step_at'])
    .where('next_step_at', '<=', $('due'))
    .where(isUnleased('subscriptions', $('at')))
    .limit($('limit'))
    .forNoKeyUpdate()
    .skipLocked();
  return db
    .with('first', () => claimable.where('postponed_until', 'is', null).orderBy('next_step_at'))
    .with('postponed', () => claimable.where('postponed_until', '<=', $('at')).orderBy('postponed_until'))
    .updateTable('subscriptions')
    .set(leased($))
    .where('id', '=', (eb) => {
      const due = eb
        .selectFrom(eb.selectFrom('first').selectAll().unionAll(eb.selectFrom('postponed').selectAll()).as('due'))
        .select('id')
        .orderBy('next_step_at')
        .limit($('limit'));
      return sql<SubscriptionId>`any(array(${due}))`;
    })
    .returning([...columnNames(SubscriptionRow)]);
});

export const POSTPONE_SUBSCRIPTION = prepare<{ id: SubscriptionId } & Lease>()(($) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({
      ...UNLEASED,
      postponed_until: $('until'),
      failure_count: eb('failure_count', '+', 1),
    }))
    .where('id', '=', $('id'))
    .where('lease_owner', '=', $('owner')),
);
