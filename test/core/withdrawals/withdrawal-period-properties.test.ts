import { expect } from 'chai';
import fc from 'fast-check';
import { makeHolidayCalendar } from '#adapters/holidays/holiday-calendar.ts';
import { withdrawalEnd } from '#core/withdrawals/withdrawal-period.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const calendar = makeHolidayCalendar();

/** The days and offsets from Easter Sunday, a month and a day each, that are holidays. */
const HOLIDAYS: Readonly<Record<string, readonly (string | number)[]>> = {
  DE: ['01-01', -2, 1, '05-01', 39, 50, '10-03', '12-25', '12-26'],
  FR: ['01-01', 1, '05-01', '05-08', 39, 50, '07-14', '08-15', '11-01', '11-11', '12-25'],
  XX: [],
};

/** By Gauss, in the years 1900 to 2099: days after 22 March. */
const easterSunday = (year: number): number => {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isLate = moon + sunday === 35 || (moon === 28 && sunday === 6 && year % 19 > 10);
  return Date.UTC(year, 2, 22) + (moon + sunday - (isLate ? 7 : 0)) * DAY;
};

const dateOf = (noon: number): string => new Date(noon).toISOString().slice(0, 10);

const isOff = (noon: number, country: string): boolean => {
  const date = dateOf(noon);
  if (['Sat', 'Sun'].includes(new Date(noon).toUTCString().slice(0, 3))) return true;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return (HOLIDAYS[country] ?? []).some((rule) =>
    typeof rule === 'string' ? date.endsWith(rule) : dateOf(easter + rule * DAY) === date,
  );
};

const workingNoon = (noon: number, country: string): number =>
  isOff(noon, country) ? workingNoon(noon + DAY, country) : noon;

const aYearLater = (noon: number): number => {
  const [year, date] = [Number(dateOf(noon).slice(0, 4)) + 1, dateOf(noon).slice(5)];
  return Date.parse(`${year}-${date === '02-29' ? '02-28' : date}T12:00:00Z`);
};

const shownIn = (timeZone: string, at: number): string => new Date(at).toLocaleDateString('sv-SE', { timeZone });

const ZONES: Readonly<Record<string, string>> = { DE: 'Europe/Berlin', FR: 'Europe/Paris' };

// clocks of some change at midnight, and one shop's are a day ahead of another's
const shopTimeZone = fc.constantFrom(
  'UTC',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);

const anyTerms = fc.record({
  start: fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  days: fc.integer({ min: 14, max: 100 }),
  isInformed: fc.boolean(),
  place: fc.record({ country: fc.constantFrom('DE', 'FR', 'XX'), state: fc.constant(null) }),
  shopTimeZone,
});

type Terms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never;

const zoneOf = ({ place, shopTimeZone }: Terms): string => ZONES[place.country] ?? shopTimeZone;

const expectedLastDay = (terms: Terms): string => {
  const { start, days, isInformed, place } = terms;
  const first = Date.parse(`${shownIn(zoneOf(terms), start.getTime())}T12:00:00Z`);
  const initial = workingNoon(first + days * DAY, place.country);
  return dateOf(isInformed ? initial : workingNoon(aYearLater(initial), place.country));
};

describe('the period of any withdrawal', () => {
  it('ends with the working day that another calculation finds', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const end = (await withdrawalEnd(calendar, terms)).getTime();
        const lastDay = expectedLastDay(terms);
        expect(shownIn(zoneOf(terms), end - 1)).to.equal(lastDay);
        expect(shownIn(zoneOf(terms), end) > lastDay).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has all of its days', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const end = await withdrawalEnd(calendar, terms);
        // a day on which clocks are put forward has an hour less
        expect(end.getTime() - terms.start.getTime()).to.be.greaterThan(terms.days * DAY - HOUR - 1);
      }),
    );
  });

  it('does not end earlier for a later start', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, fc.integer({ min: 0, max: 20 * DAY }), async (terms, later) => {
        const end = await withdrawalEnd(calendar, terms);
        const next = await withdrawalEnd(calendar, { ...terms, start: new Date(terms.start.getTime() + later) });
        expect(next.getTime()).to.be.at.least(end.getTime());
      }),
    );
  });
});
