import { expect } from 'chai';
import fc from 'fast-check';
import { Rate } from '#core/shared/rate-limiter.ts';

describe('Rate', () => {
  it('converts a percentage to parts per million', () => {
    expect(Rate.ofPercent(19)).to.equal(190_000);
    expect(Rate.ofPercent(0)).to.equal(0);
    expect(Rate.ofPercent(100)).to.equal(1_000_000);
    expect(Rate.ofPercent(8.8875)).to.equal(88_875);
  });

  it('converts back to the percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (parts) => {
        const percent = Number(`${parts}e-4`);
        const rate = Rate.ofPercent(percent);
        expect(rate).to.equal(parts);
        expect(Rate.toPercent(rate as Rate)).to.equal(percent);
      }),
    );
  });

  it('names the error of other numbers', () => {
    for (const [percent, code] of [
      [-0.0001, 'number.min'],
      [Number.NaN, 'number.min'],
      [100.0001, 'number.max'],
      [7.00001, 'number.precision'],
    ] as const) {
      expect(Rate.ofPercent(percent)).to.include({ code });
    }
  });
});
