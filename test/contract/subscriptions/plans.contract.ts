import { expect } from 'chai';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { MAX_INTERVAL_COUNT } from '#core/subscriptions/period.ts';
import { Plan, type PlanPatch, planView } from '#core/subscriptions/plan.ts';
import { MAX_TRIAL_DAYS, MAX_USAGE_GRACE_HOURS, type PlanFields } from '#core/subscriptions/plan-fields.ts';
import { MAX_QUANTITY } from '#core/subscriptions/plan-price.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { cut, longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LARGEST: Partial<PlanFields> = {
  name: cut(TEXT, 255),
  product_id: ids.next('prod'),
  pricing: 'graduated',
  tiers: [
    ...Array.from({ length: 48 }, (_, index) => ({ up_to: index + 1, unit_amount: 0.001, flat_amount: 0 })),
    { up_to: MAX_QUANTITY, unit_amount: 999_999_999_999.99, flat_amount: 999_999_999_999.99 },
    { up_to: null, unit_amount: 0 },
  ],
  setup_amount: 999_999_999_999.99,
  currency: 'KWD',
  usage: 'last',
  usage_grace_hours: MAX_USAGE_GRACE_HOURS,
  interval: 'day',
  interval_count: MAX_INTERVAL_COUNT.day,
  trial_days: MAX_TRIAL_DAYS,
  trial_once: false,
  max_per_customer: 1_000_000,
  after_dunning: 'cancel',
  tax_category: cut(TEXT, 100),
  metadata: longStringMap(50),
};

const SMALLEST: Partial<PlanFields> = { name: 'x', pricing: 'flat', amount: 0 };

const changed = (plan: Plan, patch: PlanPatch): Plan =>
  Plan.change(plan, patch, { storeCurrency: USD, at: noonPlus(1) });

export const plansContract = (name: string, open: OpenStorage): void => {
  describe(`PlanRepository and PlanQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: Plan) => run((tx) => tx.plans.get(id));
    const added = async (fields: Partial<PlanFields> = {}, at = NOON): Promise<Plan> => {
      const plan = aPlan(fields, at);
      await run((tx) => tx.plans.add(plan));
      return plan;
    };

    for (const [size, fields] of [
      ['smallest', SMALLEST],
      ['largest', LARGEST],
    ] as const) {
      it(`round-trip the ${size} plan and show it`, async () => {
        const plan = await added(fields);
        expect(await get(plan)).to.deep.equal(plan);
        const archived = changed(plan, { status: 'archived', trial_days: 1 });
        await run((tx) => tx.plans.save(archived));
        expect(await get(plan)).to.deep.equal(archived);
        const found = await storage().planQueries.find(plan.id);
        expect(found?.version).to.equal(2);
        expect(Json.parse(found?.view ?? 'null')).to.deep.equal(planView(archived));
      });
    }

    it('find a plan without a lock, also what its own transaction has written', async () => {
      const plan = await added(LARGEST);
      const archived = changed(plan, { status: 'archived' });
      await run(async (tx) => {
        expect(await tx.plans.find(plan.id)).to.deep.equal(plan);
        await tx.plans.save(archived);
        expect(await tx.plans.find(plan.id)).to.deep.equal(archived);
      });
      expect(await run((tx) => tx.plans.find(plan.id))).to.deep.equal(archived);
      expect(await run((tx) => tx.plans.find(aPlan().id))).to.equal(undefined);
      await run((tx) => tx.plans.remove(plan.id));
      expect(await run((tx) => tx.plans.find(plan.id))).to.equal(undefined);
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aPlan();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect((await rejectionOf(run((tx) => tx.plans.remove(absent.id)))).kind).to.equal('not_found');
      expect(await storage().planQueries.find(absent.id)).to.equal(undefined);
      const plan = await added();
      await run((tx) => tx.plans.save(changed(plan, { name: 'First' })));
      const late = run((tx) => tx.plans.save(changed(plan, { name: 'Second' })));
      expect(await rejectionOf(late)).to.include({ kind: 'conflict', code: 'conflict' });
      expect((await get(plan)).name).to.equal('First');
    });

    it('remove a plan', async () => {
      const plan = await added();
      await run((tx) => tx.plans.remove(plan.id));
      expect((await rejectionOf(get(plan))).kind).to.equal('not_found');
    });

    it('list the newest first, by filters', async () => {
      const productId = ids.next('prod');
      const [older, newer] = [
        await added({ product_id: productId, currency: 'SEK', interval: 'week' }),
        await added({ product_id: productId, currency: 'SEK', interval: 'year' }, noonPlus(60)),
      ];
      await added();
      await run((tx) => tx.plans.save(changed(older, { status: 'archived' })));
      const list = async (filter: object) => {
        const { items } = await storage().planQueries.list({ filter, page: { limit: 20 } });
        return items.map((item) => Json.parse(item).id);
      };
      const both = [newer.id, older.id];
      expect(await list({ product_id: productId })).to.deep.equal(both);
      expect(await list({ currency: 'SEK' })).to.deep.equal(both);
      expect(await list({ ids: both })).to.deep.equal(both);
      expect(await list({ product_id: productId, status: 'archived' })).to.deep.equal([older.id]);
      expect(await list({ currency: 'SEK', status: 'active' })).to.deep.equal([newer.id]);
      expect(await list({ currency: 'SEK', interval: 'week' })).to.deep.equal([older.id]);
      expect(await list({ currency: 'SEK', created_from: noonPlus(1) })).to.deep.equal([newer.id]);
      expect(await list({ currency: 'SEK', interval: 'month' })).to.deep.equal([]);
    });

    it('roll back what a failed transaction wrote', async () => {
      const plan = aPlan();
      const failing = run(async (tx) => {
        await tx.plans.add(plan);
        await tx.plans.get(ids.next('plan'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect((await rejectionOf(get(plan))).kind).to.equal('not_found');
    });

    it('give a plan to one transaction at a time', async () => {
      const plan = await added();
      const rename = (suffix: string) =>
        run(async (tx) => {
          const before = await tx.plans.get(plan.id);
          await new Promise((resolve) => setTimeout(resolve, 20));
          await tx.plans.save(changed(before, { name: `${before.name}${suffix}` }));
        });
      await Promise.all([rename('a'), rename('b')]);
      expect((await get(plan)).name).to.be.oneOf(['Teamab', 'Teamba']);
    });
  });
};
