import { expect } from 'chai';
import fc from 'fast-check';
import {
  BillingInterval,
  INTERVAL_UNITS,
  type IntervalUnit,
  MAX_INTERVAL_COUNT,
  periodAt,
  periodContaining,
} from '#core/subscriptions/period.ts';

type Known = Readonly<{
  source: string;
  interval: readonly [count: number, unit: IntervalUnit];
  /** The anchor and the starts of the periods after it. */
  starts: string;
}>;

const STRIPE = 'https://docs.stripe.com/billing/subscriptions/billing-cycle';
const KILL_BILL_TESTS =
  'https://github.com/killbill/killbill, invoice/src/test/java/org/killbill/billing/invoice/generator';
const SAME_RULE = 'the rule of Stripe and Kill Bill, continued';

/** What the documentation and the issues of Stripe and Kill Bill say, with examples of dates filled in. */
const KNOWN: readonly Known[] = [
  {
    source: `${STRIPE}: an anchor of September 2 always bills on the 2nd day of the month`,
    interval: [1, 'month'],
    starts: '2026-09-02 2026-10-02 2026-11-02 2026-12-02 2027-01-02 2027-02-02 2027-03-02',
  },
  {
    source: `${STRIPE}: an anchor of January 31 bills February 28, then March 31, April 30, and so on`,
    interval: [1, 'month'],
    starts:
      '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 ' +
      '2026-11-30 2026-12-31 2027-01-31 2027-02-28',
  },
  {
    source: `${STRIPE}: … or February 29 in a leap year`,
    interval: [1, 'month'],
    starts: '2028-01-31 2028-02-29 2028-03-31 2028-04-30',
  },
  {
    source: `${STRIPE}: a weekly anchor of Friday, June 3 bills every Friday thereafter`,
    interval: [1, 'week'],
    starts: '2022-06-03 2022-06-10 2022-06-17 2022-06-24 2022-07-01',
  },
  {
    source: 'https://github.com/killbill/killbill/issues/127: a bill cycle day of 31, from 2017-01-31',
    interval: [1, 'month'],
    starts: '2017-01-31 2017-02-28 2017-03-31 2017-04-30',
  },
  {
    source: `${KILL_BILL_TESTS}/TestInAdvanceBillingIntervalDetail.java: a bill cycle day of 30 in February 2012`,
    interval: [1, 'month'],
    starts: '2012-01-30 2012-02-29 2012-03-30',
  },
  {
    source: `${KILL_BILL_TESTS}/TestInAdvanceBillingIntervalDetail.java: a bill cycle day of 31 from a month of 30 days`,
    interval: [1, 'month'],
    starts: '2012-03-31 2012-04-30 2012-05-31',
  },
  {
    source: `${KILL_BILL_TESTS}/TestInvoiceDateUtils.java, testAdvanceByNPeriods: MONTHLY`,
    interval: [1, 'month'],
    starts: '2016-04-08 2016-05-08 2016-06-08 2016-07-08 2016-08-08 2016-09-08 2016-10-08 2016-11-08',
  },
  {
    source: `${KILL_BILL_TESTS}/TestInvoiceDateUtils.java, testAdvanceByNPeriods: THIRTY_DAYS`,
    interval: [30, 'day'],
    starts: '2016-04-08 2016-05-08 2016-06-07 2016-07-07 2016-08-06 2016-09-05 2016-10-05 2016-11-04',
  },
  {
    source: `${KILL_BILL_TESTS}/TestInvoiceDateUtils.java, testAdvanceByNPeriods: WEEKLY`,
    interval: [1, 'week'],
    starts: '2016-04-08 2016-04-15 2016-04-22 2016-04-29 2016-05-06 2016-05-13 2016-05-20 2016-05-27',
  },
  {
    source: `${SAME_RULE}: leap days`,
    interval: [1, 'year'],
    starts: '2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29',
  },
  { source: `${SAME_RULE}: no leap day in 2100`, interval: [2, 'year'], starts: '2096-02-29 2098-02-28 2100-02-28' },
  { source: `${SAME_RULE}: quarters`, interval: [3, 'month'], starts: '2026-11-30 2027-02-28 2027-05-30 2027-08-30' },
  { source: `${SAME_RULE}: the end of a year`, interval: [1, 'day'], starts: '2027-12-30 2027-12-31 2028-01-01' },
];

const midnight = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

const anchor = fc.date({ min: midnight('1990-01-01'), max: midnight('2060-01-01'), noInvalidDate: true });

/** Anchors on the last days of months, where mistakes are. */
const monthEnd = fc
  .record({
    month: fc.integer({ min: 0, max: 600 }),
    daysBefore: fc.integer({ min: 0, max: 3 }),
    ms: fc.nat(86_399_999),
  })
  .map(({ month, daysBefore, ms }) => new Date(Date.UTC(2000, month + 1, -daysBefore, 0, 0, 0, ms)));

const interval = fc
  .constantFrom(...INTERVAL_UNITS)
  .chain((unit) =>
    fc.record({ unit: fc.constant(unit), count: fc.integer({ min: 1, max: MAX_INTERVAL_COUNT[unit] }) }),
  );

const subscription = fc.record({ anchor: fc.oneof(anchor, monthEnd), interval });

describe('Billing periods', () => {
  for (const { source, interval: known, starts } of KNOWN) {
    const [count, unit] = known;
    it(`starts periods of ${count} ${unit} where they are known to start: ${source}`, () => {
      const [first = '', ...rest] = starts.split(' ');
      const periods = rest.map((_, index) => periodAt(midnight(first), { unit, count }, index));
      expect(periods.map(({ end }) => end)).to.deep.equal(rest.map(midnight));
      expect(periods.map(({ start }) => start)).to.deep.equal([first, ...rest.slice(0, -1)].map(midnight));
    });
  }

  for (const zone of ['UTC', 'America/New_York', 'Pacific/Apia']) {
    it(`keeps the time of day in UTC, whatever daylight saving does in ${zone}`, () => {
      const former = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        const start = new Date('2026-02-28T02:30:00.123Z');
        const ends = [0, 8, 35, 245].map((index) =>
          periodAt(start, { unit: 'day', count: 1 }, index).end.toISOString(),
        );
        const days = ['2026-03-01', '2026-03-09', '2026-04-05', '2026-11-01'];
        expect(ends).to.deep.equal(days.map((day) => `${day}T02:30:00.123Z`));
        const month = periodAt(start, { unit: 'month', count: 1 }, 8);
        expect(month.end.toISOString()).to.equal('2026-11-28T02:30:00.123Z');
      } finally {
        if (former === undefined) delete process.env['TZ'];
        else process.env['TZ'] = former;
      }
    });
  }

  it('has periods before the anchor too', () => {
    const { start, end } = periodAt(midnight('2026-03-31'), { unit: 'month', count: 1 }, -1);
    expect([start, end]).to.deep.equal([midnight('2026-02-28'), midnight('2026-03-31')]);
  });

  it('tiles ten years without a gap or an overlap, and keeps the day where the month has it', () => {
    fc.assert(
      fc.property(subscription, (at) => {
        const anchorDay = at.anchor.getUTCDate();
        let period = periodAt(at.anchor, at.interval, 0);
        expect(period.start).to.deep.equal(at.anchor);
        // periods of days are as many as thousands: every one of them is checked against the next
        while (period.end.getTime() - at.anchor.getTime() < TEN_YEARS_MS) {
          const next = periodAt(at.anchor, at.interval, period.index + 1);
          if (next.start.getTime() !== period.end.getTime() || period.end <= period.start) {
            throw new Error(`There is a gap or an overlap after period ${period.index}.`);
          }
          const day = next.start.getUTCDate();
          const isMonthly = at.interval.unit === 'month' || at.interval.unit === 'year';
          const lastDay = new Date(Date.UTC(next.start.getUTCFullYear(), next.start.getUTCMonth() + 1, 0)).getUTCDate();
          if (isMonthly && day !== Math.min(anchorDay, lastDay)) throw new Error(`The day is ${day}.`);
          if (next.start.getTime() % 86_400_000 !== at.anchor.getTime() % 86_400_000)
            throw new Error('The time moved.');
          period = next;
        }
      }),
    );
  });

  it('finds the period of any instant, first and last milliseconds included', () => {
    fc.assert(
      fc.property(
        subscription,
        fc.integer({ min: -400, max: 4000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (at, index, part) => {
          const period = periodAt(at.anchor, at.interval, index);
          const length = period.end.getTime() - period.start.getTime();
          for (const offset of [0, Math.floor(part * (length - 1)), length - 1]) {
            const instant = new Date(period.start.getTime() + offset);
            expect(periodContaining(at.anchor, at.interval, instant)).to.deep.equal(period);
          }
        },
      ),
    );
  });

  it('finds a period a million periods away as fast as the first', () => {
    const far = periodAt(midnight('2000-01-31'), { unit: 'day', count: 1 }, 1_000_000);
    expect(periodContaining(midnight('2000-01-31'), { unit: 'day', count: 1 }, far.start).index).to.equal(1_000_000);
  });

  it('limits the length of a period to three years', () => {
    for (const [unit, max] of [
      ['day', 1095],
      ['week', 156],
      ['month', 36],
      ['year', 3],
    ] as const) {
      expect(BillingInterval.countError(unit, max)).to.equal(undefined);
      expect(BillingInterval.countError(unit, 1)).to.equal(undefined);
      expect(BillingInterval.countError(unit, 0)?.message).to.equal('must be at least 1');
      expect(BillingInterval.countError(unit, max + 1)?.message).to.include(`must be at most ${max}`);
    }
  });
});
