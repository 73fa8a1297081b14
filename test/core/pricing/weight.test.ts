import { expect } from 'chai';
import fc from 'fast-check';
import { WEIGHT_UNITS } from '#core/catalog/product-fields.ts';
import { Weight } from '#core/pricing/shipping-tier.ts';

describe('Weight', () => {
  it('converts each unit to milligrams, rounded half up', () => {
    expect(Weight.toMilligrams(1.5, 'kg')).to.equal(1_500_000n);
    expect(Weight.toMilligrams(0.001, 'g')).to.equal(1n);
    expect(Weight.toMilligrams(1, 'oz')).to.equal(28_350n);
    expect(Weight.toMilligrams(1, 'lb')).to.equal(453_592n);
    expect(Weight.toMilligrams(0, 'lb')).to.equal(0n);
  });

  it('converts back to the weight', () => {
    const thousandths = fc.integer({ min: 0, max: 999_999_999_999 });
    fc.assert(
      fc.property(thousandths, fc.constantFrom(...WEIGHT_UNITS), (thousandth, unit) => {
        const weight = thousandth / 1000;
        expect(Weight.ofMilligrams(Weight.toMilligrams(weight, unit), unit)).to.equal(weight);
      }),
    );
  });
});
