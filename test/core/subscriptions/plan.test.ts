import { expect } from 'chai';
import fc from 'fast-check';
import { Plan } from '#core/subscriptions/plan.ts';
import { NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const context = { storeCurrency: USD, at: noonPlus(60) };

describe('Plan', () => {
  it('is made again from its own fields', () => {
    for (const fields of [
      {},
      { pricing: 'flat', trial_days: 5 },
      { pricing: 'volume', tiers: [{ up_to: null, unit_amount: 1 }], usage: 'max' },
    ] as const) {
      const plan = aPlan(fields);
      expect(Plan.create(plan.id, Plan.fieldsOf(plan), { storeCurrency: USD, at: NOON })).to.deep.equal(plan);
    }
  });

  it('changes its status, and nothing else by it', () => {
    const plan = aPlan();
    const archived = Plan.change(plan, { status: 'archived' }, context);
    expect(archived).to.deep.equal({ ...plan, status: 'archived', version: 2, updatedAt: context.at });
    expect([Plan.actions(plan), Plan.actions(archived)]).to.deep.equal([['archive'], ['activate']]);
  });

  it('keeps its price whatever a patch changes', async () => {
    const plan = aPlan({ currency: 'EUR' });
    const patch = fc.record(
      {
        name: fc.string({ minLength: 1 }),
        trial_days: fc.integer({ min: 0, max: 730 }),
        amount: fc.constantFrom(10, 11),
        currency: fc.constantFrom('EUR', 'USD', null),
        interval_count: fc.constantFrom(1, 2, null),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(patch, async (fields) => {
        const isSame =
          (fields.amount ?? 10) === 10 &&
          (fields.currency === undefined || fields.currency === 'EUR') &&
          (fields.interval_count ?? 1) === 1;
        if (!isSame) {
          const { fieldErrors } = await thrownBy(() => Plan.change(plan, fields, context));
          expect(fieldErrors.every(({ code }) => code === 'plan.fixed')).to.equal(true);
          return;
        }
        const { price, currency, interval, setupAmount, usage } = Plan.change(plan, fields, context);
        expect({ price, currency, interval, setupAmount, usage }).to.deep.equal({
          price: plan.price,
          currency: plan.currency,
          interval: plan.interval,
          setupAmount: plan.setupAmount,
          usage: plan.usage,
        });
      }),
    );
  });
});
