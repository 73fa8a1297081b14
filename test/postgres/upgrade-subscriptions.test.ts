import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { toInvoiceRow } from '#adapters/postgres/tables/invoices.ts';
import { toPlanRow } from '#adapters/postgres/tables/plans.ts';
import { toSubscriptionRow } from '#adapters/postgres/tables/subscriptions.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import { monthlyAmount } from '#core/subscriptions/monthly-amount.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { ended, type Subscription, stepped } from '#core/subscriptions/subscription.ts';
import { NOON, noonPlus } from '../support/builders.ts';
import { insertRows, openDatabaseAt } from '../support/former-schema.ts';
import { aDraft, finalized } from '../support/invoice-builders.ts';
import { aPlan } from '../support/plan-builders.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';
import { aStart } from '../support/subscription-builders.ts';

const TIERS = [
  { up_to: 2, unit_amount: 3.33, flat_amount: 1 },
  { up_to: 4, unit_amount: 2, flat_amount: 0 },
  { up_to: null, unit_amount: 1, flat_amount: 5 },
];

const PLANS: readonly Plan[] = [
  aPlan({ pricing: 'flat', amount: 10 }),
  aPlan({ amount: 9.99, interval_count: 7 }),
  aPlan({ amount: 0.03, interval_count: 2 }),
  aPlan({ amount: 365.01, interval: 'year', interval_count: 2 }),
  aPlan({ amount: 7, interval: 'week', interval_count: 5 }),
  aPlan({ amount: 1, interval: 'day', interval_count: 10 }),
  aPlan({ amount: 999, interval: 'day', currency: 'JPY' }),
  aPlan({ amount: 1.001, interval: 'year', currency: 'KWD' }),
  aPlan({ amount: 1.0001, interval: 'year', currency: 'CLF' }),
  aPlan({ pricing: 'graduated', tiers: TIERS }),
  aPlan({ pricing: 'volume', tiers: TIERS, interval: 'week' }),
  aPlan({ pricing: 'graduated', tiers: TIERS, usage: 'sum' }),
  aPlan({ amount: 5, usage: 'max' }),
];

const QUANTITIES = [0, 1, 2, 3, 4, 5, 1_000_000];

const MONTHLY = aPlan({ amount: 10 });

const DAY = 86_400;

/** A life: its last version, and whether it has had an invoice with a number. */
type Life = Readonly<{ subscription: Subscription; isInvoiced: boolean; moved: readonly string[] }>;

const start = (trialDays = 0): Subscription => aStart({ plan: MONTHLY, trialDays }).subscription;

const later = (subscription: Subscription, changes: Partial<Subscription>, days = 40): Subscription =>
  stepped(stepped(subscription, {}, noonPlus(DAY)), changes, noonPlus(days * DAY));

const cancelled = (subscription: Subscription): Subscription =>
  ended(later(subscription, {}), noonPlus(50 * DAY), noonPlus(51 * DAY));

const paused = (subscription: Subscription, day: number): Subscription =>
  later(subscription, { status: 'paused', pause: { since: noonPlus(day * DAY), until: null } });

const NEW = '1 new 3000 3000 day 0';
const TRIAL = '1 trial_started 0 0 day 0';
const CONVERTED = [TRIAL, '2 new 3000 3000 day 14', '2 trial_converted 0 3000 day 14'];

const LIVES: Readonly<Record<string, Life>> = {
  active: { subscription: start(), isInvoiced: true, moved: [NEW] },
  'past due': { subscription: later(start(), { status: 'past_due' }), isInvoiced: true, moved: [NEW] },
  unpaid: {
    subscription: later(start(), { status: 'unpaid' }),
    isInvoiced: true,
    moved: [NEW, '3 churn -3000 0 day 40'],
  },
  paused: { subscription: paused(start(), 20), isInvoiced: true, moved: [NEW, '3 churn -3000 0 day 20'] },
  cancelled: { subscription: cancelled(start()), isInvoiced: true, moved: [NEW, '4 churn -3000 0 day 50'] },
  pending: { subscription: { ...start(), status: 'incomplete', isPending: true }, isInvoiced: false, moved: [] },
  incomplete: { subscription: { ...start(), status: 'incomplete' }, isInvoiced: false, moved: [] },
  expired: { subscription: cancelled(start()), isInvoiced: false, moved: [] },
  'on trial': { subscription: start(14), isInvoiced: false, moved: [TRIAL] },
  'on trial and paused': { subscription: paused(start(14), 3), isInvoiced: false, moved: [TRIAL] },
  'active after a trial': { subscription: later(start(14), { status: 'active' }), isInvoiced: true, moved: CONVERTED },
  'cancelled after a trial': {
    subscription: cancelled(start(14)),
    isInvoiced: true,
    moved: [...CONVERTED, '4 churn -3000 0 day 50'],
  },
  'cancelled on trial': {
    subscription: cancelled(start(14)),
    isInvoiced: false,
    moved: [TRIAL, '4 trial_ended 0 0 day 50'],
  },
};

describe('an upgrade of a database whose subscriptions have no movements', () => {
  const name = `test_${process.pid}_upgrade_subscriptions`;
  const priced = PLANS.flatMap((plan) =>
    QUANTITIES.map((quantity) => ({ plan, quantity, subscription: aStart({ plan, quantity }).subscription })),
  );
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20270108-discounts-of-subscriptions');
    const lives = Object.values(LIVES);
    const invoices = lives.map(({ subscription: { id: subscriptionId }, isInvoiced }): Invoice => {
      const draft = aDraft({ subscriptionId });
      return isInvoiced ? finalized(draft) : draft;
    });
    await insertRows(database, {
      plans: [...PLANS, MONTHLY].map(toPlanRow),
      subscriptions: [...priced, ...lives].map(({ subscription }) => toSubscriptionRow(subscription)),
      invoices: invoices.map((invoice) => toInvoiceRow(invoice)),
    });
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  const movementsOf = ({ id }: Subscription) => storage.unitOfWork.run((tx) => tx.subscriptionMovements.listOf([id]));

  it('records what each costs per month', async () => {
    for (const { plan, quantity, subscription } of priced) {
      const monthly = monthlyAmount(plan, quantity);
      const moved = (await movementsOf(subscription)).map(({ kind, mrr }) => `${kind} ${mrr.toDecimal()}`);
      const expected = monthly.minor === 0n ? [] : [`new ${monthly.toDecimal()}`];
      expect(moved, `${quantity} of ${JSON.stringify(plan, (_, value) => String(value))}`).to.deep.equal(expected);
    }
  });

  for (const [state, { subscription, moved }] of Object.entries(LIVES)) {
    it(`records the movements of one that is ${state}`, async () => {
      const found = await movementsOf(subscription);
      const days = (at: Date): number => (at.getTime() - NOON.getTime()) / (1_000 * DAY);
      expect(
        found.map(
          ({ version, kind, amount, mrr, at }) => `${version} ${kind} ${amount.minor} ${mrr.minor} day ${days(at)}`,
        ),
      ).to.deep.equal(moved);
    });
  }
});
