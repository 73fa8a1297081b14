import { expect } from 'chai';
import fc from 'fast-check';
import { Invoice } from '#core/invoices/invoice.ts';
import { makeRecordUsage } from '#core/subscriptions/use-cases/record-usage.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { runs } from '../../support/extent.ts';
import { openBilling } from './billing-under-test.ts';

const RUNS = runs(25);

const HOUR = 3_600;

const MS_PER_DAY = 86_400_000;

const DAYS = 30;

/** A record of a plan with periods of a day. */
const report = fc.record({
  /** When it is reported, in hours after the start. */
  reportedAt: fc.integer({ min: 1, max: DAYS * 24 - 1 }),
  /** How many hours before that it was used. */
  lateBy: fc.integer({ min: 0, max: 80 }),
  quantity: fc.integer({ min: 0, max: 50 }),
});

const life = fc.record({
  reports: fc.array(report, { minLength: 1, maxLength: 25 }),
  graceHours: fc.constantFrom(0, 1, 5, 23),
  usage: fc.constantFrom('sum' as const, 'max' as const),
  isTiered: fc.boolean(),
});

const TIERS = [
  { up_to: 10, unit_amount: 0.07 },
  { up_to: null, unit_amount: 0.03 },
];

/** In cents, by the plain arithmetic of the plan. */
const costOf = (quantity: number, isTiered: boolean): number =>
  isTiered ? Math.min(quantity, 10) * 7 + Math.max(quantity - 10, 0) * 3 : quantity * 7;

describe('late usage', () => {
  it('is billed once in all, whenever it is reported: each period costs what all of its usage costs', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ reports, graceHours, usage, isTiered }) => {
        const shop = await openBilling();
        const price = isTiered ? ({ pricing: 'graduated', tiers: TIERS } as const) : { amount: 0.07 };
        const plan = aPlan({ ...price, usage, interval: 'day', usage_grace_hours: graceHours });
        const { id } = await shop.subscribe({ paymentMethodId: await shop.saveMethod(), trialDays: 0 }, plan);
        const start = shop.clock.now().getTime();
        const record = makeRecordUsage({ clock: shop.clock });
        const used = new Map<number, number[]>();
        for (let hour = 1; hour < (DAYS + 3) * 24; hour += 1) {
          shop.clock.advance(HOUR);
          await shop.runAll();
          for (const [index, { reportedAt, lateBy, quantity }] of reports.entries()) {
            const at = new Date(start + (reportedAt - lateBy) * HOUR * 1_000);
            if (reportedAt !== hour || at.getTime() < start) continue;
            const reported = [{ subscriptionId: id, key: `${index}`, quantity, at }];
            await shop.unitOfWork.run(record(reported, 'stop'));
            const day = Math.floor((at.getTime() - start) / MS_PER_DAY);
            used.set(day, [...(used.get(day) ?? []), quantity]);
          }
        }
        const invoices = await shop.invoicesOf({ id });
        const billed = invoices.reduce((sum, invoice) => sum + Number(Invoice.total(invoice).minor), 0);
        const due = [...used.values()].map((quantities) =>
          costOf(usage === 'sum' ? quantities.reduce((a, b) => a + b, 0) : Math.max(...quantities), isTiered),
        );
        expect(billed).to.equal(due.reduce((a, b) => a + b, 0));
        // each line names a whole period
        for (const { period } of invoices.flatMap(({ lines }) => lines)) {
          expect(((period?.start.getTime() ?? 0) - start) % MS_PER_DAY).to.equal(0);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
