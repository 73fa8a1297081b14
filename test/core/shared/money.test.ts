import { expect } from 'chai';
import fc from 'fast-check';
import type { Currency } from '#core/shared/currency.ts';
import { Money, type MoneyError } from '#core/shared/money.ts';

const [JPY, USD, KWD, CLF] = ['JPY', 'USD', 'KWD', 'CLF'] as Currency[] as [Currency, Currency, Currency, Currency];

const LARGEST: Readonly<Record<string, bigint>> = {
  JPY: 999_999_999_999n,
  USD: 99_999_999_999_999n,
  KWD: 999_999_999_999_990n,
  CLF: 9_999_999_999_999_900n,
};

const currency = fc.constantFrom(JPY, USD, KWD, CLF);

/** Any amount in any currency. */
const amount = currency.chain((code) => {
  const max = LARGEST[code] ?? 0n;
  return fc.bigInt({ min: -max, max }).map((minor) => Money.ofMinor(minor, code));
});

const dollars = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((minor) => Money.ofMinor(minor, USD));

const parsed = (major: string | number, code: Currency = USD): Money => {
  const money = Money.parse(major, code);
  if (!(money instanceof Money)) throw new Error(`${major} is no amount: ${money}.`);
  return money;
};

const INVALID: readonly [MoneyError, Currency, readonly (string | number)[]][] = [
  [
    'not_a_decimal',
    USD,
    [
      '',
      ' ',
      'abc',
      '1,50',
      '1.',
      '.5',
      '+1',
      '--1',
      '0x10',
      ' 1',
      '1 ',
      '1\n',
      '１',
      '1e',
      '1e5.5',
      Number.NaN,
      Infinity,
    ],
  ],
  ['too_many_decimals', USD, [0.001, 19.999, '19.990000000000001', '1e-3', 1e-7, '1.5e-300', -0.001]],
  ['too_many_decimals', JPY, [0.1, '1.5', '15e-1']],
  ['too_many_decimals', KWD, [0.0001]],
  ['too_many_decimals', CLF, ['0.00001']],
  ['out_of_range', USD, [1e12, 1e21, Number.MAX_VALUE, '1e300', -1e12, '1000000000000.00', '9'.repeat(400)]],
  ['out_of_range', JPY, [1e12]],
  ['out_of_range', CLF, ['999999999999.9901']],
];

describe('Money', () => {
  describe('parsed and formatted', () => {
    it('round-trips its decimal form', () => {
      fc.assert(
        fc.property(amount, (money) => {
          expect(parsed(money.toDecimal(), money.currency)).to.deep.equal(money);
        }),
      );
    });

    it('round-trips its number form', () => {
      // from about 550 thousand million on, a double cannot represent four decimals
      const readable = amount.filter(({ minor }) => minor > -5n * 10n ** 15n && minor < 5n * 10n ** 15n);
      fc.assert(
        fc.property(readable, (money) => {
          expect(parsed(money.toNumber(), money.currency)).to.deep.equal(money);
        }),
      );
    });

    it('has exactly the decimals of its currency', () => {
      for (const [minor, code, decimal] of [
        [1990n, USD, '19.90'],
        [5n, USD, '0.05'],
        [-5n, USD, '-0.05'],
        [0n, USD, '0.00'],
        [1990n, JPY, '1990'],
        [0n, JPY, '0'],
        [-1n, JPY, '-1'],
        [1n, KWD, '0.001'],
        [12_345n, CLF, '1.2345'],
      ] as const) {
        expect(Money.ofMinor(minor, code).toDecimal()).to.equal(decimal);
      }
    });

    it('is parsed from exponent form and trailing zeros', () => {
      for (const [major, code, minor] of [
        ['1e3', USD, 100_000n],
        ['1.5E+1', USD, 1500n],
        ['1999e-2', USD, 1999n],
        ['100e-2', JPY, 1n],
        ['0e5', USD, 0n],
        ['0.000', JPY, 0n],
        ['1.50000', USD, 150n],
        ['007.5', USD, 750n],
        ['1.0e11', JPY, 100_000_000_000n],
        [1e-4, CLF, 1n],
        [5e-3, KWD, 5n],
      ] as const) {
        expect(parsed(major, code).minor, `${major} ${code}`).to.equal(minor);
      }
    });

    it('has no negative zero', () => {
      expect(parsed('-0.00')).to.deep.equal(Money.ofMinor(0n, USD));
      expect(parsed(-0).isNegative).to.equal(false);
      expect(parsed('-0.01').isNegative).to.equal(true);
    });

    it('accepts the limit and nothing above', () => {
      for (const [code, minor] of Object.entries(LARGEST)) {
        const largest = Money.ofMinor(minor, code as Currency);
        expect(parsed(largest.toDecimal(), largest.currency)).to.deep.equal(largest);
        const beyond = Money.ofMinor(minor + 1n, largest.currency);
        expect(Money.parse(beyond.toDecimal(), largest.currency)).to.equal('out_of_range');
      }
    });

    it('is too large from one minor unit above the limit', () => {
      for (const [code, minor] of Object.entries(LARGEST)) {
        const largest = Money.ofMinor(minor, code as Currency);
        expect(largest.isTooLarge, code).to.equal(false);
        expect(Money.ofMinor(minor + 1n, largest.currency).isTooLarge, code).to.equal(true);
        expect(largest.times(10_000n).isTooLarge, code).to.equal(true);
        expect(Money.ofMinor(0n, largest.currency).isTooLarge, code).to.equal(false);
      }
    });

    for (const [error, code, written] of INVALID) {
      it(`reports ${error} for an invalid amount in ${code}`, () => {
        for (const major of written) expect(Money.parse(major, code), String(major)).to.equal(error);
      });
    }
  });

  describe('arithmetic', () => {
    it('multiplies 19.99 by three to 59.97', () => {
      expect(parsed(19.99).times(3n).toDecimal()).to.equal('59.97');
      expect(parsed(19.99).times(3n).toNumber()).to.equal(59.97);
    });

    it('adds and subtracts exactly', () => {
      fc.assert(
        fc.property(dollars, dollars, (a, b) => {
          expect(a.add(b).subtract(b)).to.deep.equal(a);
        }),
      );
      expect(parsed(0.1).add(parsed(0.2)).toNumber()).to.equal(0.3);
    });

    it('is ordered by minor units', () => {
      fc.assert(
        fc.property(dollars, dollars, (a, b) => {
          expect(Math.sign(a.compare(b))).to.equal(a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0);
          expect(a.compare(b) + b.compare(a)).to.equal(0);
        }),
      );
    });

    it('never mixes currencies', () => {
      const [dollar, yen] = [Money.ofMinor(100n, USD), Money.ofMinor(100n, JPY)];
      expect(() => dollar.add(yen)).to.throw(TypeError);
      expect(() => dollar.subtract(yen)).to.throw(TypeError);
      expect(() => dollar.compare(yen)).to.throw(TypeError);
    });

    it('is immutable', () => {
      const money = parsed(5);
      money.add(money);
      money.times(7n);
      money.allocate([1n, 2n]);
      expect(money.toDecimal()).to.equal('5.00');
    });
  });

  describe('allocation', () => {
    const weights = fc
      .array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 20 })
      .filter((weights) => weights.some((weight) => weight > 0n));

    it('adds up to the whole, each part within one unit of its share, zero for zero weights', () => {
      fc.assert(
        fc.property(amount, weights, (whole, weights) => {
          const parts = whole.allocate(weights);
          const total = weights.reduce((sum, weight) => sum + weight, 0n);
          expect(parts.reduce((sum, part) => sum + part.minor, 0n)).to.equal(whole.minor);
          for (const [index, { minor, currency: code }] of parts.entries()) {
            const weight = weights[index] ?? 0n;
            const excess = minor * total - whole.minor * weight;
            expect(excess >= -total && excess <= total, 'within one unit').to.equal(true);
            if (weight === 0n) expect(minor).to.equal(0n);
            expect(code).to.equal(whole.currency);
          }
        }),
      );
    });

    it('moves no unit to a part that is further below its share', () => {
      fc.assert(
        fc.property(amount, weights, (whole, weights) => {
          const total = weights.reduce((sum, weight) => sum + weight, 0n);
          const parts = whole.allocate(weights);
          // what a part has above its exact share, away from zero, in units of 1/total
          const excess = parts.map(({ minor }, index) => {
            const above = minor * total - whole.minor * (weights[index] ?? 0n);
            return whole.minor < 0n ? -above : above;
          });
          for (const [given, most] of excess.entries()) {
            if (most <= 0n) continue;
            for (const [kept, least] of excess.entries()) {
              // a unit less here and one more there would be fairer, or as fair and earlier
              const gain = most - least - total;
              expect(gain < 0n || (gain === 0n && given < kept) || least > 0n, `${given} and ${kept}`).to.equal(true);
            }
          }
        }),
      );
    });

    it('gives what is left over to the largest remainders, of equal ones to the first', () => {
      const cents = (whole: bigint, weights: bigint[]) =>
        Money.ofMinor(whole, USD)
          .allocate(weights)
          .map(({ minor }) => minor);
      expect(cents(100n, [1n, 1n, 1n])).to.deep.equal([34n, 33n, 33n]);
      expect(cents(-100n, [1n, 1n, 1n])).to.deep.equal([-34n, -33n, -33n]);
      expect(cents(5n, [0n, 1n, 1n])).to.deep.equal([0n, 3n, 2n]);
      expect(cents(0n, [3n, 4n])).to.deep.equal([0n, 0n]);
      expect(cents(10_000n, [1_000n, 100_000n])).to.deep.equal([99n, 9_901n]);
      expect(cents(1_747n, [15_000n, 2_468n])).to.deep.equal([1_500n, 247n]);
      expect(cents(-1_747n, [2_468n, 15_000n])).to.deep.equal([-247n, -1_500n]);
    });

    it('rejects weights that sum to zero', () => {
      const five = Money.ofMinor(500n, USD);
      for (const weights of [[], [0n], [0n, 0n], [-1n], [2n, -1n]])
        expect(() => five.allocate(weights)).to.throw(RangeError);
    });
  });
});
