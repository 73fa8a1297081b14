import { expect } from 'chai';
import fc from 'fast-check';
import { Interval, monthKey, StartCache } from '#core/analytics/interval.ts';

/** With days that are skipped, that start late, and that clocks show twice. */
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Havana'];

const aTime = fc
  .integer({ min: Date.UTC(2011, 11, 25), max: Date.UTC(2012, 11, 31) })
  .map((milliseconds) => new Date(milliseconds));

describe('known starts', () => {
  it('are those of the days and months of a time zone, whatever was asked before', () => {
    const property = fc.property(fc.constantFrom(...ZONES), fc.array(aTime, { minLength: 1 }), (timeZone, times) => {
      const starts = new StartCache(timeZone);
      for (const at of [...times, ...times]) {
        for (const interval of ['day', 'month'] as const) {
          expect(starts.of(interval, at)).to.deep.equal(Interval.startOf({ interval, timeZone }, at));
        }
        expect(starts.monthKey(at)).to.equal(monthKey(timeZone, at));
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});
