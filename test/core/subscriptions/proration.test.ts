import { expect } from 'chai';
import fc from 'fast-check';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { remainingOf } from '#core/subscriptions/bill.ts';

const USD = 'USD' as Currency;

const usd = (minor: number | bigint): Money => Money.ofMinor(BigInt(minor), USD);

const span = (start: string, end: string): TimeSpan => ({ start: new Date(start), end: new Date(end) });

const APRIL = span('2026-04-01', '2026-05-01');

const amount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(usd);

const partOf = (any: Money, period: TimeSpan, { start, end }: TimeSpan): Money =>
  remainingOf(any, period, start).subtract(remainingOf(any, period, end));

/** A period of up to three years, and instants within it in ascending order. */
const partition = fc
  .record({ start: fc.nat(2 ** 40), length: fc.integer({ min: 1, max: 3 * 366 * 86_400_000 }) })
  .chain(({ start, length }) =>
    fc.array(fc.integer({ min: 0, max: length }), { maxLength: 12 }).map((cuts) => {
      const instants = [0, ...cuts.toSorted((a, b) => a - b), length].map((offset) => new Date(start + offset));
      const parts = instants.slice(1).map((end, index) => ({ start: instants[index] ?? end, end }));
      return { period: { start: new Date(start), end: new Date(start + length) }, parts };
    }),
  );

describe('Proration', () => {
  it('halves the amounts halfway, as Stripe’s example does', () => {
    // https://docs.stripe.com/billing/subscriptions/prorations: from 10 to 20 USD halfway, the customer pays 5 more
    const halfway = new Date('2026-04-16');
    const [before, after] = [remainingOf(usd(1000), APRIL, halfway), remainingOf(usd(2000), APRIL, halfway)];
    expect(after.subtract(before)).to.deep.equal(usd(500));
  });

  it('rounds what remains half up', () => {
    const eighths = span('2026-04-01', '2026-04-09');
    expect(remainingOf(usd(1), eighths, new Date('2026-04-05'))).to.deep.equal(usd(1));
    expect(remainingOf(usd(1), eighths, new Date('2026-04-06'))).to.deep.equal(usd(0));
    expect(remainingOf(usd(-1), eighths, new Date('2026-04-05'))).to.deep.equal(usd(-1));
    expect(remainingOf(usd(100), span('2026-04-01', '2026-04-04'), new Date('2026-04-02'))).to.deep.equal(usd(67));
  });

  it('counts milliseconds', () => {
    const second = { start: new Date(0), end: new Date(1000) };
    expect(remainingOf(usd(1000), second, new Date(1))).to.deep.equal(usd(999));
    expect(partOf(usd(1000), second, { start: new Date(1), end: new Date(2) })).to.deep.equal(usd(1));
  });

  it('is worth the same as a credit and as a charge at any time', () => {
    fc.assert(
      fc.property(amount, partition, (any, { period, parts }) => {
        for (const { start } of parts) {
          const credit = remainingOf(any.times(-1n), period, start);
          expect(credit.add(remainingOf(any, period, start)).minor).to.equal(0n);
        }
      }),
    );
  });

  it('divides an amount into parts that add up to it, each less than a minor unit from exact', () => {
    fc.assert(
      fc.property(amount, partition, (any, { period, parts }) => {
        const amounts = parts.map((part) => partOf(any, period, part));
        expect(amounts.reduce((sum, part) => sum + part.minor, 0n)).to.equal(any.minor);
        const length = BigInt(period.end.getTime() - period.start.getTime());
        for (const [index, { start, end }] of parts.entries()) {
          const exact = any.minor * BigInt(end.getTime() - start.getTime());
          const error = (amounts[index]?.minor ?? 0n) * length - exact;
          expect(error > -length && error < length, `${error} of ${length}`).to.equal(true);
        }
      }),
    );
  });

  it('is worth the whole amount at the start and nothing at the end', () => {
    expect(remainingOf(usd(999), APRIL, APRIL.start)).to.deep.equal(usd(999));
    expect(remainingOf(usd(999), APRIL, APRIL.end)).to.deep.equal(usd(0));
  });

  it('refuses an instant outside of the period', () => {
    for (const at of ['2026-03-31T23:59:59.999Z', '2026-05-01T00:00:00.001Z']) {
      expect(() => remainingOf(usd(1), APRIL, new Date(at))).to.throw(RangeError);
    }
    expect(() => remainingOf(usd(1), { start: APRIL.end, end: APRIL.end }, APRIL.end)).to.throw(RangeError);
  });
});
