import { expect } from 'chai';
import { DAY_MS, orderTimes, timeOn, yearBefore } from '#demo-shop/year/calendar.ts';
import { NOON } from '../support/builders/builders.ts';

const HOUR_MS = DAY_MS / 24;

describe('the calendar of the demo shop', () => {
  for (const [zone, firstStart] of [
    ['UTC', '2025-11-20T00:00:00.000Z'],
    ['Europe/Berlin', '2025-11-19T23:00:00.000Z'],
    ['Asia/Kathmandu', '2025-11-19T18:15:00.000Z'],
    ['Pacific/Auckland', '2025-11-20T11:00:00.000Z'],
  ] as const) {
    it(`has the 365 days before today in ${zone}, without gaps`, () => {
      const days = yearBefore(NOON, zone);
      expect(days.map(({ age }) => age)).to.deep.equal(Array.from({ length: 365 }, (_, index) => 365 - index));
      expect(days[0]?.start.toISOString()).to.equal(firstStart);
      for (const [index, day] of days.slice(1).entries()) expect(day.start).to.deep.equal(days[index]?.end);
      const last = days.at(-1);
      expect(NOON.getTime() - (last?.end.getTime() ?? 0)).to.be.within(0, DAY_MS);
    });
  }

  it('has a day of 23 hours and one of 25 where clocks change', () => {
    const lengths = yearBefore(NOON, 'Europe/Berlin').map(
      ({ start, end }) => (end.getTime() - start.getTime()) / HOUR_MS,
    );
    expect(lengths.filter((hours) => hours !== 24)).to.deep.equal([23, 25]);
  });

  it('has more orders in the evening than at night', () => {
    const [day] = yearBefore(NOON, 'UTC');
    if (day === undefined) throw new Error('The year has no day.');
    const hours = Array.from({ length: 1_000 }, (_, index) => timeOn(day, index / 1_000).getUTCHours());
    const at = (hour: number) => hours.filter((each) => each === hour).length;
    expect(at(20)).to.be.greaterThan(10 * at(3));
    expect(Math.min(...hours)).to.equal(0);
    expect(Math.max(...hours)).to.equal(23);
  });

  it('places exactly as many orders as wanted, ascending, each on its day', () => {
    const days = yearBefore(NOON, 'UTC');
    for (const orders of [1, 7, 364, 1_000, 3_001]) {
      const placed = orderTimes(days, { seed: 1, orders });
      for (const [today, times] of placed.entries()) {
        const [start, end] = [days[today]?.start.getTime() ?? 0, days[today]?.end.getTime() ?? 0];
        for (const at of times) expect(at.getTime()).to.be.within(start, end - 1);
      }
      const times = placed.flat().map((at) => at.getTime());
      expect(times).to.have.length(orders);
      expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    }
  });

  it('has its best day on Black Friday and less on Saturdays', () => {
    const days = yearBefore(NOON, 'UTC');
    const counts = orderTimes(days, { seed: 1, orders: 50_000 }).map(({ length }) => length);
    const best = days[counts.indexOf(Math.max(...counts))];
    expect([best?.month, best?.date]).to.deep.equal([11, 28]);
    const on = (weekday: number) =>
      days.reduce((sum, day, index) => (day.weekday === weekday ? sum + (counts[index] ?? 0) : sum), 0);
    expect(on(1)).to.be.greaterThan(on(6));
  });
});
