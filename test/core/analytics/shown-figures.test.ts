import { expect } from 'chai';
import { rateOf } from '#core/analytics/report.ts';

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
