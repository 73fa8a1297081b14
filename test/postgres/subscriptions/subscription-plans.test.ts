import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { CLAIM_DUE_SUBSCRIPTIONS, POSTPONE_SUBSCRIPTION } from '#adapters/postgres/subscriptions/due-subscriptions.ts';
import { FIND_LAST_MOVEMENT, LIST_MOVEMENTS } from '#adapters/postgres/subscriptions/subscription-movements.ts';
import { NEXT_DUE_SUBSCRIPTION, subscriptionPage } from '#adapters/postgres/subscriptions/subscription-queries.ts';
import { FIND_USE_AS_NEXT_PLAN, FIND_USE_OF_PLAN } from '#adapters/postgres/subscriptions/subscription-repository.ts';
import { usageTotal } from '#adapters/postgres/subscriptions/usage.ts';
import type { SubscriptionListQuery } from '#core/subscriptions/ports.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { seedSubscriptions } from '../../support/seeding/seed-subscriptions.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [USER, SUBSCRIPTION] = [`usr_${padded(16)}`, `sub_${padded(42)}`] as const;

const PLAN = (number: number) => `plan_${padded(number)}` as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

type Selection = SubscriptionListQuery['filter'] & Pick<SubscriptionListQuery, 'ownerId'>;

const FILTERS: Readonly<Record<string, Selection>> = {
  nothing: {},
  'a frequent status': { status: 'active' },
  'a rare status': { status: 'past_due' },
  'a status without rows': { status: 'unpaid' },
  'a frequent plan': { plan_id: PLAN(1) },
  'a rare plan': { plan_id: PLAN(2) },
  'a frequent plan and a rare status': { plan_id: PLAN(1), status: 'past_due' },
  'a user': { user_id: USER },
  'a user, a plan and a status': { user_id: USER, plan_id: PLAN(1), status: 'active' },
  'a customer': { ownerId: USER },
  'a customer who asks for another': { ownerId: USER, user_id: `usr_${padded(18)}` },
  'some ids': { ids: [SUBSCRIPTION, `sub_${padded(19_000)}`] },
  'when they were made': JUNE,
  'a plan and when they were made': { plan_id: PLAN(1), ...JUNE },
};

const AT = new Date('2026-05-01T00:00:00Z');

const AFTER = { value: '2026-04-01 00:00:00+00', id: SUBSCRIPTION };

const WEEK = { start: new Date('2026-06-01T00:00:00Z'), end: new Date('2026-06-01T03:00:00Z') };

const usageBy = (aggregation: 'sum' | 'max' | 'last') =>
  usageTotal({ subscriptionId: `sub_${padded(3)}`, span: WEEK, aggregation });

const RUN = {
  'the claim of due subscriptions': CLAIM_DUE_SUBSCRIPTIONS({ due: AT, owner: 'one', at: AT, until: AT, limit: 16 }),
  'a postponement': POSTPONE_SUBSCRIPTION({ id: SUBSCRIPTION, owner: 'one', until: AT }),
  'the next due time': NEXT_DUE_SUBSCRIPTION({ after: AT }),
  'the search of subscriptions to a plan': FIND_USE_OF_PLAN({ id: PLAN(1) }),
  'the search of subscriptions to an unused plan': FIND_USE_OF_PLAN({ id: PLAN(4) }),
  'the search of changes to a plan': FIND_USE_AS_NEXT_PLAN({ id: PLAN(3) }),
  'the search of the last movement': FIND_LAST_MOVEMENT({ id: SUBSCRIPTION }),
  'the list of movements': LIST_MOVEMENTS({ ids: [SUBSCRIPTION, `sub_${padded(7)}`] }),
  'a sum of usage': usageBy('sum'),
  'a maximum of usage': usageBy('max'),
  'the last usage': usageBy('last'),
};

describe('subscription query plans', () => {
  const client = useSeededClient((seeded) => seedSubscriptions(seeded, MANY));

  const statementsOf = ({ ownerId, ...filter }: Selection) =>
    [undefined, AFTER].map((after) => pageStatement(subscriptionPage({ filter, ownerId, page: { limit: 20, after } })));

  for (const [name, selection] of Object.entries(FILTERS)) {
    it(`find subscriptions by an index for ${name}, and read little more than the page`, () =>
      expectIndexed(client(), statementsOf(selection), 200));
  }

  for (const [name, statement] of Object.entries(RUN)) {
    it(`run ${name} by an index`, () => expectIndexed(client(), [statement], 100));
  }
});
