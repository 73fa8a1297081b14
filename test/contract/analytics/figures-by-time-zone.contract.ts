import { expect } from 'chai';
import fc from 'fast-check';
import { makeReportSales } from '#core/analytics/use-cases/report-sales.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { countAll, reportDeps } from '../../support/builders/counted-figures.ts';
import { anOrderHistory, orderOf, type SoldHistory, storeSale } from '../../support/builders/sales-history.ts';
import { runs, sampled } from '../../support/extent.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** Of all time zones that Node.js knows. */
const ZONES = sampled(['UTC', ...Intl.supportedValuesOf('timeZone')]);

const HISTORIES = fc.sample(anOrderHistory, { numRuns: runs(200), seed: 20_251_026 });

const YEN = 'JPY' as Currency;

/** Tells the local date of a time, such as `2025-10-26`. */
const dateIn = (timeZone: string): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (at) => format.format(at);
};

/** What was captured on each local date of 2025, by plain addition. */
const grossByDate = (sales: readonly SoldHistory[], dateOf: (at: Date) => string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { order, movements } of sales) {
    for (const { kind, at, amount } of movements) {
      const date = dateOf(at);
      if (order.currency !== YEN || kind !== 'capture' || !date.startsWith('2025')) continue;
      sums.set(date, (sums.get(date) ?? 0) + amount.toNumber());
    }
  }
  return new Map([...sums].sort());
};

export const figuresByTimeZoneContract = (name: string, open: OpenStorage): void => {
  describe(`figures by time zone on ${name}`, () => {
    const storage = useStorage(open);
    const sales: SoldHistory[] = [];
    before(async () => {
      for (const history of HISTORIES) {
        sales.push(await storage().unitOfWork.run(storeSale(orderOf(history), history)));
      }
      await countAll(storage());
    });

    it('are those of the local dates in every time zone', async () => {
      const report = makeReportSales(reportDeps(storage()));
      for (const timezone of ZONES) {
        const request = { from: '2025-01-01', to: '2026-01-01', timezone, currency: YEN };
        const { series } = await report(Actor.system, request);
        const dateOf = dateIn(timezone);
        const days = series.map(({ start, gross }) => ({ at: new Date(start), date: dateOf(new Date(start)), gross }));
        const dates = days.map(({ date }) => date);
        expect([dates[0], dates.at(-1), new Set(dates).size], timezone).to.deep.equal([
          '2025-01-01',
          '2025-12-31',
          series.length,
        ]);
        for (const [index, { at, date }] of days.entries()) {
          const before = dateOf(new Date(at.getTime() - 1));
          expect(before, `${timezone} before ${date}`).to.equal(days[index - 1]?.date ?? '2024-12-31');
        }
        const shown = days.filter(({ gross }) => gross !== 0).map(({ date, gross }) => [date, gross] as const);
        expect(new Map(shown), timezone).to.deep.equal(grossByDate(sales, dateOf));
      }
    });
  });
};
