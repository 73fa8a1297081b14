import { expect } from 'chai';
import { makeHolidayCalendar } from '#adapters/holidays/holiday-calendar.ts';
import { CalendarDay } from '#core/shared/zoned-time.ts';
import { lastWithdrawalDay, withdrawalEnd } from '#core/withdrawals/withdrawal-period.ts';

const calendar = makeHolidayCalendar();

type Terms = Readonly<{ days?: number; isInformed?: boolean; shopTimeZone?: string }>;

const DEFAULTS = { days: 14, isInformed: true, shopTimeZone: 'Europe/Berlin' };

/** `DE`, or `DE Bayern` with a state. */
const toPlace = (text: string) => {
  const [country, ...state] = text.split(' ');
  return { country: country === '' ? null : (country ?? null), state: state.length === 0 ? null : state.join(' ') };
};

const endOf = (start: string, place: string, terms: Terms = {}): Promise<Date> =>
  withdrawalEnd(calendar, { ...DEFAULTS, ...terms, start: new Date(start), place: toPlace(place) });

const lastDayOf = async (start: string, place: string, terms: Terms = {}): Promise<string> => {
  const end = await endOf(start, place, terms);
  const where = { shopTimeZone: DEFAULTS.shopTimeZone, ...terms, place: toPlace(place) };
  return CalendarDay.toText(await lastWithdrawalDay(calendar, { end, ...where }));
};

/** Deliveries at noon of UTC, and the last days to withdraw, by the calendars of the countries. */
const LAST_DAYS: readonly (readonly [start: string, lastDay: string, places: readonly string[], why: string])[] = [
  ['2026-11-02', '2026-11-16', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'Monday to Monday'],
  ['2026-11-07', '2026-11-23', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'a Saturday'],
  ['2026-11-08', '2026-11-23', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'a Sunday'],

  ['2026-03-20', '2026-04-07', ['DE', 'FR 57', 'ES Cataluña'], 'Good Friday to Easter Monday'],
  ['2026-03-20', '2026-04-06', ['ES'], 'Good Friday, no Easter Monday'],
  ['2026-03-20', '2026-04-03', ['FR', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'no holiday on Good Friday'],
  ['2026-03-23', '2026-04-07', ['DE', 'FR', 'PL', 'IT', 'IE'], 'Easter Monday'],
  ['2026-03-23', '2026-04-06', ['ES', 'GR', 'CY', 'US'], 'no Easter Monday on this day'],
  ['2026-03-27', '2026-04-14', ['GR', 'CY'], 'Orthodox Good Friday to Easter Monday'],
  ['2026-03-30', '2026-04-14', ['GR', 'CY'], 'Orthodox Easter Monday'],
  ['2026-03-30', '2026-04-13', ['DE', 'PL'], 'a Monday after their Easter'],
  ['2026-02-09', '2026-02-24', ['GR', 'CY'], 'Clean Monday'],
  ['2026-05-18', '2026-06-02', ['GR', 'CY'], 'Orthodox Whit Monday'],
  ['2027-06-07', '2027-06-22', ['GR', 'CY'], 'Orthodox Whit Monday'],
  ['2026-03-18', '2026-04-02', ['CY'], 'the National Day of Cyprus'],

  ['2026-04-17', '2026-05-04', ['DE', 'FR', 'ES', 'PL', 'IT', 'GR', 'CY'], '1 May, a Friday'],
  ['2026-04-17', '2026-05-01', ['IE', 'US'], 'no holiday on 1 May'],
  ['2026-04-18', '2026-05-05', ['IE'], 'a Saturday before the first Monday in May'],
  ['2026-03-03', '2026-03-18', ['IE'], 'St Patrick’s Day'],
  ['2026-04-24', '2026-05-11', ['FR'], '8 May, a Friday'],
  ['2026-06-30', '2026-07-15', ['FR'], '14 July'],
  ['2026-05-19', '2026-06-03', ['IT'], '2 June'],
  ['2026-09-28', '2026-10-13', ['ES'], '12 October'],
  ['2026-10-28', '2026-11-12', ['FR', 'PL'], '11 November'],

  ['2026-12-10', '2026-12-24', ['DE', 'FR', 'ES', 'IT', 'IE', 'GR', 'CY', 'US'], '24 December, a working day'],
  ['2026-12-10', '2026-12-28', ['PL'], '24 December, a holiday since 2025'],
  ['2024-12-10', '2024-12-24', ['PL'], '24 December before 2025'],
  ['2026-12-11', '2026-12-28', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'Christmas, a Friday'],
  ['2025-12-11', '2025-12-29', ['DE', 'PL', 'IT', 'IE', 'GR', 'CY', 'FR 67'], '25 and 26 December'],
  ['2025-12-11', '2025-12-26', ['FR', 'ES', 'US'], 'only 25 December'],
  ['2026-12-18', '2027-01-04', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], '1 January of the next year'],
  ['2026-12-17', '2026-12-31', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], '31 December'],
  ['2026-12-23', '2027-01-07', ['DE Bayern', 'ES', 'PL', 'IT', 'GR', 'CY'], 'Epiphany'],
  ['2026-12-23', '2027-01-06', ['DE', 'DE Berlin', 'FR', 'IE', 'US'], 'no holiday on Epiphany'],

  ['2026-11-12', '2026-11-27', ['US'], 'Thanksgiving'],
  ['2026-06-19', '2026-07-06', ['US'], 'the day off for 4 July, a Saturday'],
  ['2027-06-21', '2027-07-06', ['US'], 'the day off for 4 July, a Sunday'],
  ['2027-12-17', '2028-01-03', ['US'], 'the day off for 1 January in the year before'],

  ['2026-05-21', '2026-06-05', ['DE BY', 'DE Bayern', 'DE DE-BY', 'DE NW', 'PL'], 'Corpus Christi'],
  ['2026-05-21', '2026-06-04', ['DE', 'DE Berlin', 'DE Sachsen', 'DE Elsewhere', 'FR'], 'no holiday on Corpus Christi'],

  ['2028-02-15', '2028-02-29', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'US'], 'a last day that is a leap day'],
  ['2028-02-29', '2028-03-14', ['DE', 'FR', 'ES', 'PL', 'IT', 'IE', 'GR', 'CY', 'US'], 'a start on a leap day'],
];

describe('the period of a withdrawal', () => {
  for (const [start, lastDay, places, why] of LAST_DAYS) {
    it(`lasts from ${start} to ${lastDay} in ${places.join(', ')}: ${why}`, async () => {
      const found = await Promise.all(places.map((place) => lastDayOf(`${start}T12:00:00Z`, place)));
      expect(Object.fromEntries(places.map((place, index) => [place, found[index]]))).to.deep.equal(
        Object.fromEntries(places.map((place) => [place, lastDay])),
      );
    });
  }

  it('ends at midnight of the buyer, before and after clocks change', async () => {
    const ends: Record<string, string> = {
      'DE 2026-11-02': '2026-11-16T23:00:00.000Z',
      // to summer time on 29 March, and back on 25 October
      'DE 2026-03-16': '2026-03-30T22:00:00.000Z',
      'DE 2026-10-12': '2026-10-26T23:00:00.000Z',
      // after a holiday, the last Monday in October
      'IE 2026-10-12': '2026-10-28T00:00:00.000Z',
      'GR 2026-03-16': '2026-03-30T21:00:00.000Z',
      'CY 2026-02-09': '2026-02-24T22:00:00.000Z',
      // to summer time on 8 March, and back on 1 November
      'US 2026-02-23': '2026-03-10T04:00:00.000Z',
      'US 2026-10-19': '2026-11-03T05:00:00.000Z',
      // clocks change on this Friday itself
      'IL 2026-03-13': '2026-03-27T21:00:00.000Z',
      // clocks skip the midnight after it
      'EG 2026-04-09': '2026-04-23T22:00:00.000Z',
    };
    for (const [key, end] of Object.entries(ends)) {
      const [place = '', start] = key.split(' ');
      expect((await endOf(`${start}T12:00:00Z`, place)).toISOString(), key).to.equal(end);
    }
  });

  it('counts from the day on which it starts for the buyer', async () => {
    const starts: readonly (readonly [start: string, place: string, lastDay: string, end: string])[] = [
      ['2026-11-02T22:59:59.999Z', 'DE', '2026-11-16', '2026-11-16T23:00:00.000Z'],
      ['2026-11-02T23:00:00.000Z', 'DE', '2026-11-17', '2026-11-17T23:00:00.000Z'],
      ['2026-11-03T10:59:59.999Z', 'NZ', '2026-11-17', '2026-11-17T11:00:00.000Z'],
      ['2026-11-03T11:00:00.000Z', 'NZ', '2026-11-18', '2026-11-18T11:00:00.000Z'],
      ['2026-11-03T09:59:59.999Z', 'US HI', '2026-11-16', '2026-11-17T10:00:00.000Z'],
      ['2026-11-03T10:00:00.000Z', 'US Hawaii', '2026-11-17', '2026-11-18T10:00:00.000Z'],
      ['2026-11-03T07:59:59.999Z', 'US California', '2026-11-16', '2026-11-17T08:00:00.000Z'],
      ['2026-11-03T07:59:59.999Z', 'US', '2026-11-17', '2026-11-18T05:00:00.000Z'],
      ['2026-11-03T04:59:59.999Z', 'CA Québec', '2026-11-16', '2026-11-17T05:00:00.000Z'],
      ['2026-11-02T23:30:00.000Z', 'ES Islas Canarias', '2026-11-16', '2026-11-17T00:00:00.000Z'],
    ];
    for (const [start, place, lastDay, end] of starts) {
      expect(await lastDayOf(start, place), `${start} ${place}`).to.equal(lastDay);
      expect((await endOf(start, place)).toISOString(), `${start} ${place}`).to.equal(end);
    }
  });

  it('has as many days as the shop grants', async () => {
    expect(await lastDayOf('2026-11-02T12:00:00Z', 'DE', { days: 30 })).to.equal('2026-12-02');
    // 1 January, a Friday
    expect(await lastDayOf('2026-11-02T12:00:00Z', 'DE', { days: 60 })).to.equal('2027-01-04');
    expect(await lastDayOf('2026-11-02T12:00:00Z', 'DE', { days: 365 })).to.equal('2027-11-02');
    expect(await lastDayOf('2026-11-02T12:00:00Z', 'DE', { days: 1 })).to.equal('2026-11-03');
  });

  it('ends twelve months later for a buyer who was not informed', async () => {
    const lastDay = (start: string, place: string) => lastDayOf(`${start}T12:00:00Z`, place, { isInformed: false });
    expect(await lastDay('2026-11-02', 'DE')).to.equal('2027-11-16');
    // from 28 December, to which Christmas had moved the end
    expect(await lastDay('2026-12-11', 'DE')).to.equal('2027-12-28');
    // from the leap day to the last day of a shorter month
    expect(await lastDay('2028-02-15', 'DE')).to.equal('2029-02-28');
    // a Saturday a year later
    expect(await lastDay('2027-02-12', 'DE')).to.equal('2028-02-28');
    // 24 December 2027, a Friday
    expect(await lastDay('2026-12-10', 'DE')).to.equal('2027-12-24');
    // Easter Monday 2027
    expect(await lastDay('2026-03-13', 'FR')).to.equal('2027-03-30');
    expect((await endOf('2026-03-16T12:00:00Z', 'DE', { isInformed: false })).toISOString()).to.equal(
      '2027-03-30T22:00:00.000Z',
    );
  });

  it('follows the shop’s zone and weekends alone where the country is unknown', async () => {
    for (const place of ['', 'XX', ' Bayern', 'de', 'constructor']) {
      const terms = { shopTimeZone: 'Europe/Lisbon' };
      expect(await lastDayOf('2026-12-11T12:00:00Z', place, terms), place).to.equal('2026-12-25');
      expect((await endOf('2026-12-11T12:00:00Z', place, terms)).toISOString()).to.equal('2026-12-26T00:00:00.000Z');
    }
    expect((await endOf('2026-11-01T15:00:00Z', '', { shopTimeZone: 'Asia/Tokyo' })).toISOString()).to.equal(
      '2026-11-16T15:00:00.000Z',
    );
    expect(await lastDayOf('2026-11-07T12:00:00Z', 'XX')).to.equal('2026-11-23');
  });
});
