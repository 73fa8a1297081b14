import { expect } from 'chai';
import fc from 'fast-check';
import { changedPrice } from '#core/catalog/bulk-change.ts';
import { Money } from '#core/shared/money.ts';
import { USD } from '../../support/builders/builders.ts';

describe('the price of a bulk change', () => {
  it('is the nearest minor unit, half of one rounded up, and never negative', () => {
    const percents = fc.integer({ min: -9_999, max: 100_000 });
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), percents, (minor, hundredths) => {
        const price = Money.ofMinor(minor, USD);
        const changed = Money.parse(changedPrice({ price }, { price_percent: hundredths / 100 }), USD);
        if (!(changed instanceof Money)) throw new TypeError(changed);
        // twice the exact price in ten-thousandths of a minor unit
        const exact = 2n * minor * BigInt(10_000 + hundredths);
        const difference = 20_000n * changed.minor - exact;
        expect(changed.isNegative).to.equal(false);
        expect(difference > -10_000n && difference <= 10_000n).to.equal(true);
      }),
    );
  });

  it('is the fixed one, or the same without a change of the price', () => {
    const price = Money.ofMinor(1_999n, USD);
    expect(changedPrice({ price }, { price: 5 })).to.equal(5);
    expect(changedPrice({ price }, { status: 'draft' })).to.equal(19.99);
  });
});
