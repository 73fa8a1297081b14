import { expect } from 'chai';
import fc from 'fast-check';
import { aggregateUsage, USAGE_AGGREGATIONS } from '#core/subscriptions/usage.ts';

const usage = (...records: [quantity: number, ms: number][]) =>
  records.map(([quantity, ms]) => ({ quantity, at: new Date(ms) }));

const records = fc.array(fc.record({ quantity: fc.nat(1_000_000_000), at: fc.nat(20).map((ms) => new Date(ms)) }));

describe('Usage', () => {
  it('is nothing without a record', () => {
    for (const aggregation of USAGE_AGGREGATIONS) expect(aggregateUsage(aggregation, [])).to.equal(0);
  });

  it('is the sum, the greatest or the last quantity', () => {
    const all = usage([5, 30], [9, 10], [2, 40], [3, 20]);
    expect(USAGE_AGGREGATIONS.map((aggregation) => aggregateUsage(aggregation, all))).to.deep.equal([19, 9, 2]);
  });

  it('takes the record that was recorded last of those with the same time', () => {
    expect(aggregateUsage('last', usage([1, 10], [2, 20], [3, 20], [4, 10]))).to.equal(3);
  });

  it('does not depend on the order for sums and maxima, nor for the last of different times', () => {
    fc.assert(
      fc.property(records, (all) => {
        const reversed = all.toReversed();
        for (const aggregation of ['sum', 'max'] as const) {
          expect(aggregateUsage(aggregation, reversed)).to.equal(aggregateUsage(aggregation, all));
        }
        const distinct = [...new Map(all.map((record) => [record.at.getTime(), record])).values()];
        expect(aggregateUsage('last', distinct)).to.equal(aggregateUsage('last', distinct.toReversed()));
      }),
    );
  });

  it('adds up a million records of the greatest quantity exactly, and refuses what it cannot', () => {
    const greatest = { quantity: 1_000_000_000, at: new Date(0) };
    expect(aggregateUsage('sum', Array<typeof greatest>(1_000_000).fill(greatest))).to.equal(1e15);
    expect(() => aggregateUsage('sum', usage([Number.MAX_SAFE_INTEGER, 1], [1, 2]))).to.throw(RangeError);
  });
});
