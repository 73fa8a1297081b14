import { expect } from 'chai';
import { atSameTime, dayOf } from '../../src/dashboard/screens/home/day.ts';

describe('the day on the home screen of the dashboard', () => {
  const { TZ } = process.env;
  before(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  after(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  const spansAt = (time: string) => {
    const { day, lastWeek } = dayOf(new Date(time));
    return [day.from, day.to, lastWeek.from, lastWeek.to].map((at) => at.toISOString());
  };

  it('has 24 hours, and so has that of last week', () => {
    const expected = ['2026-07-07T22', '2026-07-08T22', '2026-06-30T22', '2026-07-01T22'].map(
      (at) => `${at}:00:00.000Z`,
    );
    expect(spansAt('2026-07-08T10:00:00Z')).to.deep.equal(expected);
  });

  it('has 23 hours when daylight saving time begins', () => {
    const expected = ['2026-03-28T23', '2026-03-29T22', '2026-03-21T23', '2026-03-22T23'].map(
      (at) => `${at}:00:00.000Z`,
    );
    expect(spansAt('2026-03-29T10:00:00Z')).to.deep.equal(expected);
  });

  it('has 25 hours when daylight saving time ends', () => {
    const expected = ['2026-10-24T22', '2026-10-25T23', '2026-10-17T22', '2026-10-18T22'].map(
      (at) => `${at}:00:00.000Z`,
    );
    expect(spansAt('2026-10-25T10:00:00Z')).to.deep.equal(expected);
  });

  it('compares the same times of the day', () => {
    const hour = (start: string, net: number) => ({ start, net });
    const today = [hour('2026-03-29T00:00:00Z', 0), hour('2026-03-29T01:00:00Z', 0)];
    const lastWeek = [
      hour('2026-03-22T00:00:00Z', 1),
      hour('2026-03-22T01:00:00Z', 2),
      hour('2026-03-22T02:00:00Z', 3),
    ];
    // 1 and 3 o'clock: there was no 2 o'clock
    expect(atSameTime(today, lastWeek)).to.deep.equal([1, 3]);
    expect(atSameTime(today, [])).to.deep.equal([null, null]);
  });
});
