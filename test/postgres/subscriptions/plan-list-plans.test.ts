import { expect } from 'chai';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { planPage } from '#adapters/postgres/subscriptions/plans.ts';
import type { FilterOf } from '#core/shared/list.ts';
import type { planList } from '#core/subscriptions/plan.ts';
import { expectIndexed, rowsTouched, useSeededClient } from '../../support/builders/plans.ts';
import { seedPlans } from '../../support/seeding/seed-plans.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [PRODUCT, PLAN] = [`prod_${padded(40)}`, `plan_${padded(42)}`] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

type Filter = FilterOf<typeof planList>;

const currency = (code: string) => ({ currency: code as NonNullable<Filter['currency']> });

const FILTERS: Readonly<Record<string, Filter>> = {
  nothing: {},
  'a frequent status': { status: 'archived' },
  'a rare status': { status: 'active' },
  'a product': { product_id: PRODUCT },
  'a product and a status': { product_id: PRODUCT, status: 'active' },
  'a frequent currency': currency('USD'),
  'a rare currency': currency('EUR'),
  'a currency without plans': currency('JPY'),
  'a frequent interval': { interval: 'month' },
  'a rare interval': { interval: 'week' },
  'an interval without plans': { interval: 'year' },
  'a rare currency and a rare status': { ...currency('EUR'), status: 'active' },
  'a product, a currency and an interval': { product_id: PRODUCT, ...currency('USD'), interval: 'month' },
  'some ids': { ids: [PLAN, `plan_${padded(19_000)}`] },
  'some ids and a status': { ids: [PLAN], status: 'active' },
  'when they were made': JUNE,
  'a rare status and when they were made': { status: 'active', ...JUNE },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: PLAN };

describe('query plans of the list of plans', () => {
  const client = useSeededClient((seeded) => seedPlans(seeded, MANY));

  const statementsOf = (filter: Filter) =>
    [undefined, AFTER].map((after) => pageStatement(planPage({ filter, page: { limit: 20, after } })));

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find plans by an index for ${name}`, () => expectIndexed(client(), statementsOf(filter), 100));
  }

  it('report a missing index', async () => {
    await client().query('begin; drop index plans_currency');
    const [{ text, values = [] } = { text: '' }] = statementsOf(currency('JPY'));
    const touched = await rowsTouched(client(), text, values);
    await client().query('rollback');
    expect(touched).to.be.at.least(MANY);
  });
});
