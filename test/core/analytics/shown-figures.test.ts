import { expect } from 'chai';
import { rateOf, roundedQuotient } from '#core/analytics/shown-figures.ts';

describe('a rate', () => {
  const examples: readonly [part: bigint, whole: bigint, rate: number | null][] = [
    [1n, 3n, 0.3333],
    [2n, 3n, 0.6667],
    [3n, 160n, 0.0188],
    [7n, 160n, 0.0438],
    [-3n, 160n, -0.0188],
    [-1n, 100_000n, 0],
    [0n, 5n, 0],
    [5n, 0n, null],
  ];

  for (const [part, whole, rate] of examples) {
    it(`is ${rate} for ${part} of ${whole}`, () => {
      expect(rateOf(part, whole)).to.equal(rate);
    });
  }
});

describe('a rounded quotient', () => {
  it('rounds halves away from zero', () => {
    expect([7n, 9n, -7n, -9n].map((dividend) => roundedQuotient(dividend, 2n))).to.deep.equal([4n, 5n, -4n, -5n]);
    expect([-9n, -11n].map((dividend) => roundedQuotient(dividend, 4n))).to.deep.equal([-2n, -3n]);
  });
});
