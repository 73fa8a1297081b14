import { expect } from 'chai';
import fc from 'fast-check';
import { type Calendar, type Month, makeCalendar } from '#core/analytics/export/calendar.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The first milliseconds of a month are after its start, the last ones before the next. */
const expectStart = (calendar: Calendar, month: Month): void => {
  const start = calendar.startOf(month);
  const justBefore = new Date(start.getTime() - 1);
  expect(calendar.monthOf(start)).to.equal(month);
  expect(calendar.next(calendar.monthOf(justBefore))).to.equal(month);
};

describe('the calendar of a time zone', () => {
  const startIn = (timeZone: string, month: Month): string => makeCalendar(timeZone).startOf(month).toISOString();

  it('starts months at midnight there, in summer and winter and with any offset', () => {
    expect(startIn('UTC', '2026-11')).to.equal('2026-11-01T00:00:00.000Z');
    expect(startIn('Europe/Berlin', '2026-11')).to.equal('2026-10-31T23:00:00.000Z');
    expect(startIn('Europe/Berlin', '2026-07')).to.equal('2026-06-30T22:00:00.000Z');
    expect(startIn('Asia/Kolkata', '2026-11')).to.equal('2026-10-31T18:30:00.000Z');
    expect(startIn('Asia/Kathmandu', '2026-11')).to.equal('2026-10-31T18:15:00.000Z');
    expect(startIn('America/Los_Angeles', '2027-01')).to.equal('2027-01-01T08:00:00.000Z');
    expect(startIn('Pacific/Kiritimati', '2026-11')).to.equal('2026-10-31T10:00:00.000Z');
  });

  it('has the day and the month of a time', () => {
    const at = new Date('2026-10-31T23:30:00Z');
    expect(makeCalendar('Europe/Berlin').dayOf(at)).to.equal('2026-11-01');
    expect(makeCalendar('Europe/Berlin').monthOf(at)).to.equal('2026-11');
    expect(makeCalendar('America/New_York').dayOf(at)).to.equal('2026-10-31');
    expect(makeCalendar('America/New_York').monthOf(at)).to.equal('2026-10');
    expect(makeCalendar('UTC').next('2026-12')).to.equal('2027-01');
  });

  it('starts a month once where clocks were put back over midnight', () => {
    // on November 1, 2009 clocks showed 23:01 of October 31 again, a minute after midnight
    for (const zone of ['America/St_Johns', 'America/Goose_Bay']) {
      const calendar = makeCalendar(zone);
      expectStart(calendar, '2009-11');
      expect(calendar.startOf('2009-11').toISOString()).to.match(/^2009-11-01T0[2-4]:/);
    }
  });

  it('puts every time into one month, in every time zone', () => {
    for (const zone of ZONES) {
      const calendar = makeCalendar(zone);
      for (const month of ['1999-12', '2000-01', '2026-04', '2026-10', '2026-11'] as const)
        expectStart(calendar, month);
    }
    const times = fc.date({ min: new Date('1980-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), times, (zone, at) => {
        const calendar = makeCalendar(zone);
        const month = calendar.monthOf(at);
        expect(at)
          .to.be.at.least(calendar.startOf(month))
          .and.below(calendar.startOf(calendar.next(month)));
      }),
      { numRuns: 300 },
    );
  });
});
