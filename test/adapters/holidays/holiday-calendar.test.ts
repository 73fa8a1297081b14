import { expect } from 'chai';
import { makeHolidayCalendar } from '#adapters/holidays/holiday-calendar.ts';
import { CalendarDay } from '#core/shared/zoned-time.ts';

const calendar = makeHolidayCalendar();

const workingDayFrom = async (text: string, country: string, state: string | null = null): Promise<string> => {
  const day = CalendarDay.parse(text);
  if (day === undefined) throw new TypeError(text);
  return CalendarDay.toText(await calendar.workingDayFrom(day, { country, state }));
};

const timeZoneOf = (country: string | null, state: string | null = null) => calendar.timeZoneOf({ country, state });

describe('the calendar of buyers', () => {
  it('corrects what the library does not know or has wrong', async () => {
    const days: readonly (readonly [country: string, day: string, next: string])[] = [
      // 24 May, 6 September and 26 December are at weekends
      ['BG', '2026-05-25', '2026-05-26'],
      ['BG', '2026-09-07', '2026-09-08'],
      ['BG', '2026-12-28', '2026-12-29'],
      ['BG', '2027-12-27', '2027-12-29'],
      ['BG', '2028-12-26', '2028-12-28'],
      ['CY', '2026-02-23', '2026-02-24'],
      ['CY', '2026-02-24', '2026-02-24'],
      ['CY', '2026-06-01', '2026-06-02'],
      ['FI', '2026-06-19', '2026-06-22'],
      ['FI', '2026-12-24', '2026-12-28'],
      ['LI', '2027-02-02', '2027-02-03'],
      ['LI', '2027-11-01', '2027-11-02'],
      ['NL', '2026-04-03', '2026-04-07'],
      ['NL', '2026-05-05', '2026-05-06'],
      ['SE', '2026-06-19', '2026-06-22'],
      ['SE', '2026-12-31', '2027-01-04'],
      ['SK', '2026-09-15', '2026-09-15'],
      ['SK', '2027-09-15', '2027-09-16'],
      ['SK', '2028-05-08', '2028-05-09'],
    ];
    for (const [country, day, next] of days) {
      expect(await workingDayFrom(day, country), `${country} ${day}`).to.equal(next);
    }
  });

  it('corrects days of states', async () => {
    const days: readonly (readonly [state: string, day: string, next: string])[] = [
      ['Cantabria', '2027-06-28', '2027-06-28'],
      ['Cantabria', '2027-07-28', '2027-07-29'],
      ['Murcia', '2026-06-09', '2026-06-10'],
      ['Ceuta', '2026-09-08', '2026-09-08'],
      ['Melilla', '2026-09-08', '2026-09-09'],
      ['Navarra', '2026-12-03', '2026-12-04'],
      ['Valenciana', '2026-10-09', '2026-10-13'],
    ];
    for (const [state, day, next] of days) {
      expect(await workingDayFrom(day, 'ES', state), `${state} ${day}`).to.equal(next);
    }
  });

  it('counts each day of a longer holiday, and none that begins at noon', async () => {
    expect(await workingDayFrom('2026-01-01', 'RO')).to.equal('2026-01-05');
    expect(await workingDayFrom('2026-01-02', 'RO')).to.equal('2026-01-05');
    expect(await workingDayFrom('2026-12-24', 'IS')).to.equal('2026-12-24');
    expect(await workingDayFrom('2026-12-31', 'FO')).to.equal('2026-12-31');
  });

  it('leaves out what is no day off', async () => {
    // Carnival, Mother’s Day’s week, the Friday after Ascension
    expect(await workingDayFrom('2026-02-16', 'DE')).to.equal('2026-02-16');
    expect(await workingDayFrom('2026-05-15', 'FR')).to.equal('2026-05-15');
  });

  it('knows states by their codes and names, spelled somehow', async () => {
    const inBremen = ['HB', 'hb', 'DE-HB', 'Hansestadt Bremen', 'Bremen', ' BREMEN '];
    // Reformation Day, a Tuesday
    for (const state of inBremen) expect(await workingDayFrom('2028-10-31', 'DE', state), state).to.equal('2028-11-01');
    for (const state of ['Sachsen', 'Sachsen-Anhalt', 'Thuringen', 'Mecklenburg Vorpommern']) {
      expect(await workingDayFrom('2028-10-31', 'DE', state), state).to.equal('2028-11-01');
    }
    // `Hansestadt` is no state’s name alone, and others have no such holiday
    for (const state of ['', '-', 'Hansestadt', 'Bayern', 'Bremerhaven', 'constructor']) {
      expect(await workingDayFrom('2028-10-31', 'DE', state), state).to.equal('2028-10-31');
    }
    // two states end so
    expect(await timeZoneOf('US', 'Dakota')).to.equal('America/New_York');
    expect(await workingDayFrom('2026-04-06', 'ES', 'Cataluna')).to.equal('2026-04-07');
    expect(await workingDayFrom('2026-04-06', 'ES', 'Catalonia')).to.equal('2026-04-07');
  });

  it('has the time zone of the state, or the main one of the country', async () => {
    expect(await timeZoneOf('DE')).to.equal('Europe/Berlin');
    expect(await timeZoneOf('ES')).to.equal('Europe/Madrid');
    expect(await timeZoneOf('ES', 'CN')).to.equal('Atlantic/Canary');
    expect(await timeZoneOf('PT')).to.equal('Europe/Lisbon');
    expect(await timeZoneOf('US')).to.equal('America/New_York');
    expect(await timeZoneOf('US', 'Texas')).to.equal('America/Chicago');
    expect(await timeZoneOf('CA', 'QC')).to.equal('America/Toronto');
    expect(await timeZoneOf('RE')).to.equal('Indian/Reunion');
    for (const country of [null, '', 'XX', 'de', 'DEU', '__proto__'])
      expect(await timeZoneOf(country)).to.equal(undefined);
  });

  it('knows every country of the EEA', async () => {
    const countries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK';
    for (const country of countries.split(' ')) {
      expect(await timeZoneOf(country), country).to.match(/^(Europe|Asia|Atlantic)\//);
      expect(await workingDayFrom('2026-12-25', country), country).to.be.oneOf(['2026-12-28', '2026-12-29']);
    }
  });
});
