import { expect } from 'chai';
import { toSubscriptionRow } from '#adapters/postgres/tables/subscriptions.ts';
import type { Id } from '#core/shared/id.ts';
import type { PlanId } from '#core/subscriptions/plan.ts';
import { expectGapless } from '../documents/document-numbers.ts';
import { runSql } from '../servers/database.ts';
import type { TwoProcesses } from '../servers/two-processes.ts';
import { aPlan } from './plan-builders.ts';
import { aStart } from './subscription-builders.ts';

const DAY_MS = 86_400_000;

type Subscribers = Readonly<{ planId: PlanId; userId: Id<'usr'>; paymentMethodId: Id<'pm'> }>;

/** Adds a plan, a user and their saved payment method. */
export const aSubscriber = async (send: TwoProcesses['send'], token = 'tok_success'): Promise<Subscribers> => {
  const create = async (path: string, body: object) => {
    const reply = await send(1, path, body);
    expect(reply?.status, reply?.text).to.equal(201);
    return reply?.json.id;
  };
  const planId = await create('/api/plans', { name: 'Team', pricing: 'flat', amount: 10, interval: 'month' });
  const userId = await create('/api/users', { email: `${planId}@example.com`, name: 'Ada' });
  return { planId, userId, paymentMethodId: await create('/api/payment_methods', { user_id: userId, token }) };
};

/** Adds subscriptions whose trial ended a moment ago, so that each is due for its first bill. */
export const addDueSubscriptions = async (
  databaseUrl: string,
  { planId, userId, paymentMethodId }: Subscribers,
  count: number,
): Promise<void> => {
  const at = new Date(Date.now() - DAY_MS - 1_000);
  const { subscription } = aStart({ plan: { ...aPlan(), id: planId }, userId, paymentMethodId, trialDays: 1, at });
  const row = toSubscriptionRow({ ...subscription, isTrialEndAnnounced: true });
  await runSql(
    databaseUrl,
    `insert into subscriptions select made.* from generate_series(1, ${count}) n,
       jsonb_populate_record(null::subscriptions, '${JSON.stringify(row)}'::jsonb
         || jsonb_build_object('id', 'sub_' || lpad(n::text, 26, '0'))) made`,
  );
};

/** Expects of each subscription what `expectSubscriptionsBilledOnce` does, and that nothing else has an invoice. */
export const expectBilledOnce = async (databaseUrl: string, count: number): Promise<void> => {
  await expectSubscriptionsBilledOnce(databaseUrl, count);
  await expectGapless(databaseUrl, { invoices: count });
};

/** Expects of each subscription one paid invoice, one charge by the sandbox's record and one movement, and faultless books. */
export const expectSubscriptionsBilledOnce = async (databaseUrl: string, count: number): Promise<void> => {
  const wrong = await runSql(
    databaseUrl,
    `select s.id, s.status, s.charge_at, i.* from subscriptions s
     left join lateral (
       select count(*)::integer as invoices, count(*) filter (where status = 'paid')::integer as paid,
         (select count(*)::integer from sandbox_charges c join invoices of on of.id = c.order_id
          where of.subscription_id = s.id and c.captured_minor = 1000 and c.refunded_minor = 0) as charges,
         (select count(*)::integer from payments p join invoices of on of.id = p.payable_id
          where of.subscription_id = s.id) as payments
       from invoices where subscription_id = s.id) i on true
     where (s.status, s.charge_at is null, i.invoices, i.paid, i.charges, i.payments) <> ('active', true, 1, 1, 1, 1)`,
  );
  expect(wrong).to.deep.equal([]);
  const [counted] = await runSql(databaseUrl, 'select count(*)::integer as count from subscriptions');
  expect(counted).to.deep.equal({ count });
  const [moved] = await runSql(
    databaseUrl,
    `select count(*)::integer as movements, count(distinct subscription_id)::integer as subscriptions
     from subscription_movements where (kind, amount_minor, mrr_minor) = ('new', 1000, 1000)`,
  );
  expect(moved).to.deep.equal({ movements: count, subscriptions: count });
  expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
};
