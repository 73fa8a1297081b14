import { expect } from 'chai';
import { type TaxRules, taxesOf } from '#core/pricing/taxes.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { USD } from '../../support/builders/builders.ts';

/** The tax of lines of these cents at 19 %, in cents: its sum, and that of each line. */
const taxesOn = (cents: readonly bigint[], rules: TaxRules) => {
  const lines = cents.map((minor, index) => {
    // two rates of the same percentage, as of two categories of goods
    const rate = { name: index % 2 === 0 ? 'VAT' : 'Other VAT', rate: 190_000 as Rate };
    return { price: Money.ofMinor(minor, USD), discounts: [], rate };
  });
  const taxes = taxesOf(lines, rules).map((tax) => tax?.amount.minor ?? 0n);
  return { sum: Number(taxes.reduce((sum, tax) => sum + tax, 0n)), taxes: taxes.map(Number) };
};

const MANY = Array.from({ length: 400 }, () => 3n);

describe('the tax of lines', () => {
  it('is not lost in many small lines where it is rounded once for each rate', () => {
    for (const [pricesIncludeTax, total, line] of [
      [true, 192, 0],
      [false, 228, 400],
    ] as const) {
      expect(taxesOn(MANY, { pricesIncludeTax, rounding: 'total' }).sum).to.equal(total);
      expect(taxesOn(MANY, { pricesIncludeTax, rounding: 'line' }).sum).to.equal(line);
    }
  });

  it('is allocated to the lines by their largest remainders', () => {
    // 19 % of 2.39 are 0.4541; of the lines 0.19, 0.0019, 0.0741 and 0.1881
    const { taxes } = taxesOn([100n, 1n, 39n, 99n], { pricesIncludeTax: false, rounding: 'total' });
    expect(taxes).to.deep.equal([19, 0, 7, 19]);
  });
});
