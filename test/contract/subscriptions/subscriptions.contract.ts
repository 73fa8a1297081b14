import { expect } from 'chai';
import { Address } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import { Lease } from '#core/shared/lease.ts';
import { Money } from '#core/shared/money.ts';
import { Json } from '#core/shared/page.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { DEFAULT_DUNNING_SCHEDULE } from '#core/shop/rules.ts';
import type { Work } from '#core/storage.ts';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { paymentFailed } from '#core/subscriptions/dunning.ts';
import type { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { Plan, TrialKey } from '#core/subscriptions/plan.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { invoiced, type Subscription } from '#core/subscriptions/subscription.ts';
import { subscriptionView } from '#core/subscriptions/subscription-view.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const usd = (major: number): Money => Money.ofMinor(BigInt(Math.round(major * 100)), USD);

/** With two tax rates, a part that is not used, and credits. */
const chargeOf = (plan: Plan): PeriodCharge => {
  const period = { start: NOON, end: noonPlus(3600) };
  const amountOf = (net: number, tax: number) => ({
    net: usd(net),
    tax: { name: 'Ünïcode', rate: Rate.ofPercent(19) as Rate, amount: usd(tax) },
  });
  const amounts = [amountOf(9_999_999_999.99, 1_900_000_000), { net: usd(0.01), tax: null }];
  const credits = [amountOf(1, 0.19), { net: usd(-0.01), tax: null }];
  return {
    ...{ invoiceId: ids.next('inv'), plan: SubscribedPlan.of(plan, 3), planName: plan.name, period, amounts },
    hasGoods: true,
    isOwed: true,
    unused: [{ span: { start: noonPlus(60), end: noonPlus(90) }, period }],
    lost: usd(0.29),
    credits: [{ invoiceId: ids.next('inv'), amounts: credits }],
  };
};

/** With a change to come, amounts to bill, a failed payment and a pause. */
const largest = (): Subscription => {
  const plan = aPlan();
  const start = aStart({
    plan,
    paymentMethodId: ids.next('pm'),
    discountCodes: ['SPRING', 'Ünïcode'],
    metadata: longStringMap(50),
  }).subscription;
  const more = { plan: SubscribedPlan.of(plan, 1_000_000_000), proration: 'prorate', at: noonPlus(60) } as const;
  const changed = changeSubscription(start, more).subscription;
  const later = { plan: SubscribedPlan.of(aPlan({ interval: 'year' }), 7), at: noonPlus(90) };
  const planned = changeSubscription(changed, { ...later, proration: 'at_period_end' }).subscription;
  const billed = invoiced(planned, { invoiceId: ids.next('inv'), at: noonPlus(120) });
  const failure = { schedule: DEFAULT_DUNNING_SCHEDULE, afterDunning: 'unpaid', at: noonPlus(150) } as const;
  const failed = paymentFailed(billed, failure);
  return {
    ...failed,
    version: 1,
    trialEnd: NOON,
    pause: { since: NOON, until: noonPlus(99) },
    endedAt: noonPlus(100),
    isPending: true,
    redirectUrl: 'https://bank.example/3ds',
    taxId: 'PT123456789',
    billingAddress: Address.of({ line1: TEXT, country: 'PT', name: TEXT }),
    charges: [
      chargeOf(plan),
      { ...chargeOf(plan), hasGoods: false, isOwed: false, amounts: [{ net: usd(10), tax: null }] },
    ],
    reservations: [
      {
        ...{ invoiceId: ids.next('inv'), productId: ids.next('prod'), quantity: 3, isReleased: true },
        shippingAddress: Address.of({ line1: 'Ring 1', country: 'AT' }),
      },
      { invoiceId: ids.next('inv'), productId: ids.next('prod'), quantity: 1, shippingAddress: null },
    ],
    client: 'a client',
    paidGoods: 4,
    goodsClient: 'another client',
    expiresAt: noonPlus(61),
    outOfStock: { since: NOON, nextAttemptAt: noonPlus(60) },
    usageDueAt: noonPlus(70),
    trialOf: [plan.id, ids.next('prod')],
    usageCharges: [{ plan: start.plan, span: start.period, amount: Money.ofMinor(1_234_567n, start.currency) }],
  };
};

const next = (subscription: Subscription, changes: Partial<Subscription> = {}): Subscription => ({
  ...subscription,
  ...changes,
  version: subscription.version + 1,
});

export const subscriptionsContract = (name: string, open: OpenStorage): void => {
  describe(`SubscriptionRepository and SubscriptionQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: Subscription) => run((tx) => tx.subscriptions.get(id));
    const added = async (subscription = aStart().subscription): Promise<Subscription> => {
      await run((tx) => tx.subscriptions.add(subscription));
      return subscription;
    };

    it('lock those of a user, and remove one', async () => {
      const own = await added();
      const other = await added(aStart({ userId: own.userId }).subscription);
      await added();
      const owned = await run((tx) => tx.subscriptions.lockOf(own.userId));
      expect(owned).to.have.deep.members([own, other]);
      await run((tx) => tx.subscriptions.remove(own.id));
      expect(await run((tx) => tx.subscriptions.find(own.id))).to.equal(undefined);
      const error = await rejectionOf(run((tx) => tx.subscriptions.remove(own.id)));
      expect(error).to.include({ code: 'not_found' });
    });

    for (const [size, make] of [
      ['smallest', () => aStart().subscription],
      ['largest', largest],
    ] as const) {
      it(`round-trip the ${size} subscription and show it`, async () => {
        const subscription = await added(make());
        expect(await get(subscription)).to.deep.equal(subscription);
        const saved = next(subscription, { next: 'cancel', updatedAt: noonPlus(1) });
        await run((tx) => tx.subscriptions.save(saved));
        expect(await run((tx) => tx.subscriptions.find(saved.id))).to.deep.equal(saved);
        expect(await run((tx) => tx.subscriptions.findLocked(saved.id))).to.deep.equal(saved);
        const found = await storage().subscriptionQueries.find(saved.id);
        expect(found).to.include({ version: 2, userId: saved.userId });
        expect(Json.parse(found?.view ?? 'null')).to.deep.equal(subscriptionView(saved));
      });
    }

    it('report what is absent, and a version that is not the previous one', async () => {
      const { subscription: absent } = aStart();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.subscriptions.find(absent.id))).to.equal(undefined);
      expect(await run((tx) => tx.subscriptions.findLocked(absent.id))).to.equal(undefined);
      expect(await storage().subscriptionQueries.find(absent.id)).to.equal(undefined);
      const subscription = await added();
      await run((tx) => tx.subscriptions.save(next(subscription)));
      const late = run((tx) => tx.subscriptions.save(next(subscription)));
      expect(await rejectionOf(late)).to.include({ kind: 'conflict', code: 'conflict' });
    });

    it('know trials and live subscriptions of a user, by plan and by product', async () => {
      const [userId, productId] = [ids.next('usr'), ids.next('prod')];
      const [one, other, alone] = [aPlan({ product_id: productId }), aPlan({ product_id: productId }), aPlan()];
      await run(async (tx) => {
        for (const plan of [one, other, alone]) await tx.plans.add(plan);
      });
      const trial = await added(aStart({ userId, plan: one, trialDays: 7 }).subscription);
      await added(aStart({ userId, plan: alone }).subscription);
      await added(aStart({ plan: other, trialDays: 7 }).subscription);
      const had = (of: TrialKey) => run((tx) => tx.subscriptions.hadTrial(userId, of));
      expect([await had(productId), await had(alone.id), await had(one.id)]).to.deep.equal([true, false, false]);
      const counts = () =>
        Promise.all([one, other, alone].map((plan) => run((tx) => tx.subscriptions.countLive(userId, plan))));
      expect(await counts()).to.deep.equal([1, 1, 1]);
      const nextPlan = SubscribedPlan.of(alone, 1);
      await run((tx) => tx.subscriptions.save(next(trial, { nextPlan })));
      expect(await counts()).to.deep.equal([1, 1, 2]);
      await run((tx) => tx.subscriptions.save(next(next(trial), { status: 'cancelled' })));
      expect([await counts(), await had(productId)]).to.deep.equal([[0, 0, 1], true]);
    });

    it('list the newest first, by filters and by owner', async () => {
      const [userId, plan] = [ids.next('usr'), aPlan()];
      const older = await added(aStart({ userId, plan }).subscription);
      const newer = await added(aStart({ userId, plan, at: noonPlus(60), trialDays: 7 }).subscription);
      const list = async (filter: object, ownerId?: Id<'usr'>) => {
        const { items } = await storage().subscriptionQueries.list({ filter, ownerId, page: { limit: 20 } });
        return items.map((item) => Json.parse(item).id);
      };
      expect(await list({ user_id: userId })).to.deep.equal([newer.id, older.id]);
      expect(await list({ plan_id: plan.id })).to.deep.equal([newer.id, older.id]);
      expect(await list({}, userId)).to.deep.equal([newer.id, older.id]);
      expect(await list({ user_id: userId }, ids.next('usr'))).to.deep.equal([]);
      expect(await list({ plan_id: plan.id, status: 'trialing' })).to.deep.equal([newer.id]);
      expect(await list({ user_id: userId, created_from: noonPlus(1) })).to.deep.equal([newer.id]);
      expect(await list({ ids: [older.id] })).to.deep.equal([older.id]);
    });

    it('know the plans that are used, now or later', async () => {
      const [now, later, unused] = [aPlan(), aPlan(), aPlan()];
      const { subscription } = aStart({ plan: now });
      await added({ ...subscription, nextPlan: SubscribedPlan.of(later, 1) });
      const isUsed = ({ id }: typeof now) => run((tx) => tx.subscriptions.isPlanUsed(id));
      expect(await Promise.all([now, later, unused].map(isUsed))).to.deep.equal([true, true, false]);
    });

    it('lock a plan for share', async () => {
      const plan = aPlan();
      await run((tx) => tx.plans.add(plan));
      expect(await run((tx) => tx.plans.lockForShare(plan.id))).to.deep.equal(plan);
      expect(await run((tx) => tx.plans.lockForShare(aPlan().id))).to.equal(undefined);
    });

    it('roll back what a failed transaction wrote', async () => {
      const { subscription } = aStart();
      const failing = run(async (tx) => {
        await tx.subscriptions.add(subscription);
        await tx.subscriptions.get(ids.next('sub'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect((await rejectionOf(get(subscription))).kind).to.equal('not_found');
    });
  });

  describe(`the claim of due subscriptions on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    // long before what other tests add
    const early = (days: number): Date => new Date(Date.UTC(2001, 0, days));
    const claimMany = (at: Date, limit: number, owner = 'first', now = NOON) =>
      run((tx) => tx.subscriptions.claimDue(at, Lease.request(owner, now), limit));
    const claim = async (at: Date, owner = 'first', now = NOON) =>
      (await claimMany(at, 1, owner, now))[0]?.subscription;
    const postpone = ({ id }: Subscription, owner: string, until: Date) =>
      run((tx) => tx.subscriptions.postpone(id, { owner, until }));

    it('gives the first due one to one owner, until its lease ends or it is saved', async () => {
      const { subscription: one } = aStart({ at: early(1), trialDays: 30 });
      const { subscription: other } = aStart({ at: early(2), trialDays: 30 });
      await run(async (tx) => {
        await tx.subscriptions.add(other);
        await tx.subscriptions.add(one);
      });
      const { subscriptionQueries: queries } = storage();
      // the end of a trial is announced three days before
      expect(await queries.nextDue(early(3))).to.deep.equal(early(28));
      expect(await queries.nextDue(early(28))).to.deep.equal(early(29));
      expect(await claim(early(27))).to.equal(undefined);
      expect(await claim(early(40))).to.deep.equal(one);
      expect(await claim(early(40), 'second')).to.deep.equal(other);
      expect(await claim(early(40), 'second')).to.equal(undefined);
      await run((tx) => tx.subscriptions.save(next(other, { next: 'cancel' })));
      expect((await claim(early(40)))?.id).to.equal(other.id);
      expect(await claim(early(40), 'second', noonPlus(60))).to.deep.equal(one);
      await run((tx) => tx.subscriptions.save(next(one, { status: 'cancelled' })));
      expect(await queries.nextDue(early(3))).to.deep.equal(early(29));
      await run((tx) => tx.subscriptions.save(next(next(other), { status: 'cancelled' })));
      expect(await claim(early(40), 'third', noonPlus(600))).to.equal(undefined);
    });

    it('gives several at once, in the order of their times', async () => {
      const all = [5, 3, 1, 4, 2].map((day) => aStart({ at: early(day), trialDays: 30 }).subscription);
      await run((tx) => Promise.all(all.map((one) => tx.subscriptions.add(one))));
      const idsOf = (claimed: Awaited<ReturnType<typeof claimMany>>) =>
        claimed.map(({ subscription: { id } }) => all.findIndex((one) => one.id === id));
      expect(idsOf(await claimMany(early(40), 2))).to.deep.equal([2, 4]);
      expect(idsOf(await claimMany(early(40), 9, 'second'))).to.deep.equal([1, 3, 0]);
      await run((tx) => Promise.all(all.map((one) => tx.subscriptions.save(next(one, { status: 'cancelled' })))));
    });

    it('keeps a lease that is given when it is saved', async () => {
      const { subscription } = aStart({ at: early(1), trialDays: 30 });
      await run((tx) => tx.subscriptions.add(subscription));
      await claim(early(40));
      const saved = next(subscription);
      await run((tx) => tx.subscriptions.save(saved, { owner: 'first', until: noonPlus(10) }));
      expect(await claim(early(40), 'second')).to.equal(undefined);
      expect(await claim(early(40), 'second', noonPlus(10))).to.deep.equal(saved);
      await run((tx) => tx.subscriptions.save(next(saved, { status: 'cancelled' })));
    });

    it('gives a postponed one again after its time, with the number of failures, until it is saved', async () => {
      const { subscription: one } = aStart({ at: early(1), trialDays: 30 });
      const { subscription: other } = aStart({ at: early(2), trialDays: 30 });
      await run((tx) => Promise.all([one, other].map((each) => tx.subscriptions.add(each))));
      expect(await claim(early(40))).to.deep.equal(one);
      await postpone(one, 'first', noonPlus(60));
      // not by others, and not once it is stored
      await postpone(other, 'second', noonPlus(60));
      expect(await claimMany(early(40), 9, 'second', noonPlus(59.999))).to.deep.equal([
        { subscription: other, failureCount: 0 },
      ]);
      expect(await claimMany(early(40), 9, 'second', noonPlus(60))).to.deep.equal([
        { subscription: one, failureCount: 1 },
      ]);
      await postpone(one, 'first', noonPlus(61));
      expect(await claim(early(40), 'third', noonPlus(65))).to.equal(undefined);
      await postpone(one, 'second', noonPlus(120));
      const saved = next(other, { status: 'cancelled' });
      await run((tx) => tx.subscriptions.save(saved));
      expect(await claimMany(early(40), 9, 'third', noonPlus(120))).to.deep.equal([
        { subscription: one, failureCount: 2 },
      ]);
      const again = next(one);
      await run((tx) => tx.subscriptions.save(again));
      expect(await claimMany(early(40), 9, 'third')).to.deep.equal([{ subscription: again, failureCount: 0 }]);
      await postpone(again, 'third', noonPlus(600));
      expect(await storage().subscriptionQueries.nextDue(early(3))).to.equal(null);
      await run((tx) => tx.subscriptions.save(next(again, { status: 'cancelled' })));
    });
  });
};
