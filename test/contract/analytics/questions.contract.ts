import { expect } from 'chai';
import fc from 'fast-check';
import { makeAskQuestion, type QuestionRow } from '#core/analytics/use-cases/ask-question.ts';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import { makeReportSales } from '#core/analytics/use-cases/report-sales.ts';
import { Actor } from '#core/shared/actor.ts';
import { countAll, reportDeps, SHOP_ZONE } from '../../support/builders/counted-figures.ts';
import { anOutcomeHistory, storeOutcomes } from '../../support/builders/outcome-history.ts';
import {
  anOrderHistory,
  CURRENCIES,
  orderOf,
  type SoldHistory,
  storeSale,
} from '../../support/builders/sales-history.ts';
import { runs } from '../../support/extent.ts';
import { aQuestion, factsOf, plainRows } from '../../support/models/plain-questions.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const withoutLabels = (row: QuestionRow): QuestionRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_label')));

const YEAR = { from: '2025-01-01', to: '2026-06-01', timezone: SHOP_ZONE } as const;

export const questionsContract = (name: string, open: OpenStorage): void => {
  describe(`questions on ${name}`, () => {
    const storage = useStorage(open);
    const ask: ReturnType<typeof makeAskQuestion> = (actor, asked) =>
      makeAskQuestion(reportDeps(storage()))(actor, asked);

    const store = async (count: number): Promise<ReturnType<typeof factsOf>> => {
      const sales: SoldHistory[] = [];
      const outcomes: Parameters<typeof factsOf>[1][number][] = [];
      // one seed, so that both storages have the same histories
      const histories = fc.sample(fc.tuple(anOrderHistory, anOutcomeHistory), { numRuns: count, seed: 19 });
      for (const [sold, history] of histories) {
        const order = orderOf(sold);
        sales.push(await storage().unitOfWork.run(storeSale(order, sold)));
        await storage().unitOfWork.run(storeOutcomes(order, history));
        outcomes.push({ currency: order.currency, history });
      }
      await countAll(storage());
      return factsOf(sales, outcomes);
    };

    let facts: ReturnType<typeof factsOf> = [];
    before(async () => {
      facts = await store(60);
    });

    it('have the rows of plain addition for any metrics, dimensions, filters, order and limit', async () => {
      const property = fc.asyncProperty(aQuestion, async (question) => {
        const { rows, has_more, from, to } = await ask(Actor.system, question);
        expect({ rows: rows.map(withoutLabels), has_more }).to.deep.equal(plainRows(facts, question, { from, to }));
      });
      await fc.assert(property, { numRuns: runs(300), endOnFailure: true });
    });

    it('agree with the groups of the sales report', async () => {
      for (const currency of CURRENCIES) {
        for (const by of ['product', 'category', 'user'] as const) {
          const range = { ...YEAR, currency };
          const { groups = [] } = await makeReportSales(reportDeps(storage()))(Actor.system, {
            ...range,
            group_by: by,
            limit: 100,
          });
          const metrics = ['gross', 'refunds', 'net', 'tax', 'orders', 'units', 'average_order_value'] as const;
          const { rows } = await ask(Actor.system, { ...range, metrics, dimensions: [by] });
          const expected = groups.map(({ key, label, ...figures }) => ({
            [by]: key,
            [`${by}_label`]: label,
            ...Object.fromEntries(metrics.map((metric) => [metric, figures[metric]])),
          }));
          expect(expected).to.have.length.above(2);
          const sold = rows.filter((row) => row['gross'] !== 0);
          expect(sold).to.deep.equal(expected);
        }
      }
    });

    it('by key and time are in the time zone of the shop', async () => {
      const question = { metrics: ['gross'], dimensions: ['user', 'month'], from: '2025-01-01', to: '2025-12-31' };
      const { rows, timezone } = await ask(Actor.system, question);
      expect(timezone).to.equal(SHOP_ZONE);
      expect(rows[0]?.['month']).to.equal('2024-12-31T23:00:00.000Z');
      const refused = await ask(Actor.system, { ...question, timezone: 'UTC' }).catch((error: Error) => error.message);
      expect(refused).to.match(/^timezone must be Europe\/Berlin, the shop’s, to divide by user and month/);
      const { timezone: usual } = await ask(Actor.system, { ...question, dimensions: ['user'] });
      expect(usual).to.equal('UTC');
    });

    it('agree with the taxes of the business report, whose keys are filters', async () => {
      const range = { ...YEAR, currency: 'USD' };
      const { taxes } = await makeReportBusiness(reportDeps(storage()))(range);
      const metrics = ['taxable', 'tax'];
      const { rows } = await ask(Actor.system, { ...range, metrics, dimensions: ['tax_rate'] });
      expect(rows).to.deep.equal(
        taxes.map(({ country, rate, name: tax, ...amounts }) => ({
          tax_rate: `${country ?? '-'} ${rate} ${tax}`,
          taxable: amounts.taxable,
          tax: amounts.tax,
        })),
      );
      for (const row of rows) {
        const filters = [`tax_rate:${row['tax_rate']}`];
        const { rows: found } = await ask(Actor.system, { ...range, metrics, filters });
        expect(found).to.deep.equal([{ taxable: row['taxable'], tax: row['tax'] }]);
      }
    });
  });
};
