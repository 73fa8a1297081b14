import { expect } from 'chai';
import fc from 'fast-check';
import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import { MAX_QUANTITY, PlanPrice } from '#core/subscriptions/plan-price.ts';
import { MAX_TIERS, PriceTier, type PriceTierFields } from '#core/subscriptions/price-tier.ts';
import { thrownBy } from '../../support/rejection.ts';

const USD = 'USD' as Currency;

const usd = (minor: number | bigint): Money => Money.ofMinor(BigInt(minor), USD);

const tiersOf = (fields: readonly PriceTierFields[]): readonly PriceTier[] => {
  const parsed = PriceTier.parseAll(fields, USD);
  if (parsed.some((tier) => 'path' in tier)) throw new Error(`The tiers are invalid: ${JSON.stringify(parsed)}`);
  return parsed as readonly PriceTier[];
};

const errorsOf = (fields: readonly PriceTierFields[]): [string, string][] =>
  (PriceTier.parseAll(fields, USD) as readonly FieldError[]).map(({ path, code }) => [path.join('.'), code]);

/** The example of Stripe's documentation: https://docs.stripe.com/products-prices/pricing-models#tiered-pricing. */
const PROJECTS: readonly PriceTierFields[] = [
  { up_to: 5, unit_amount: 7 },
  { up_to: 10, unit_amount: 6.5 },
  { up_to: null, unit_amount: 6 },
];

const WITH_FLAT: readonly PriceTierFields[] = [
  { up_to: 5, unit_amount: 5, flat_amount: 10 },
  { up_to: 10, unit_amount: 4, flat_amount: 20 },
  { up_to: null, unit_amount: 3, flat_amount: 30 },
];

type Case = readonly [quantity: number, graduated: number, volume: number];

const PROJECT_TOTALS: readonly Case[] = [
  [0, 0, 0],
  [1, 700, 700],
  [5, 3500, 3500],
  [6, 4150, 3900],
  [10, 6750, 6500],
  [11, 7350, 6600],
  [20, 12_750, 12_000],
  [1_000_000_000, 600_000_000_750, 600_000_000_000],
];

const FLAT_TOTALS: readonly Case[] = [
  [0, 1000, 1000],
  [1, 1500, 1500],
  [5, 3500, 3500],
  [6, 5900, 4400],
  [10, 7500, 6000],
  [12, 11_100, 6600],
];

/** What a unit costs, one after the other. */
const plainTotal = (price: PlanPrice, quantity: number): bigint => {
  if ('amount' in price) return price.amount.minor * (price.model === 'flat' ? 1n : BigInt(quantity));
  const { tiers } = price;
  const tierOf = (unit: number) => tiers.find(({ upTo }) => upTo === null || unit <= upTo);
  const used = new Set([tierOf(Math.max(quantity, 1))]);
  let total = 0n;
  for (let unit = 1; unit <= quantity; unit++) {
    const tier = tierOf(price.model === 'volume' ? quantity : unit);
    used.add(tier);
    total += tier?.unitAmount.minor ?? 0n;
  }
  return [...used].reduce((sum, tier) => sum + (tier?.flatAmount.minor ?? 0n), total);
};

const minor = fc.bigInt({ min: 0n, max: 99_999n });

const anyTiers = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 49 }).chain((bounds) => {
  const upTos = [...bounds.toSorted((a, b) => a - b), null];
  return fc.tuple(
    ...upTos.map((upTo) =>
      fc.record({ upTo: fc.constant(upTo), unitAmount: minor.map(usd), flatAmount: minor.map(usd) }),
    ),
  );
});

const price: fc.Arbitrary<PlanPrice> = fc.oneof(
  fc.record({ model: fc.constantFrom('flat' as const, 'per_unit' as const), amount: minor.map(usd) }),
  fc.record({ model: fc.constantFrom('graduated' as const, 'volume' as const), tiers: anyTiers }),
);

describe('PlanPrice', () => {
  it('charges a flat amount for any quantity', () => {
    for (const quantity of [0, 1, MAX_QUANTITY]) {
      expect(PlanPrice.total({ model: 'flat', amount: usd(999) }, quantity)).to.deep.equal(usd(999));
    }
  });

  it('charges for each unit, exactly up to the greatest quantity', () => {
    const perUnit = { model: 'per_unit', amount: usd(1_999) } as const;
    expect(PlanPrice.total(perUnit, 0)).to.deep.equal(usd(0));
    expect(PlanPrice.total(perUnit, 3)).to.deep.equal(usd(5_997));
    expect(PlanPrice.total(perUnit, MAX_QUANTITY)).to.deep.equal(usd(1_999_000_000_000n));
    expect(PlanPrice.lines(perUnit, 0)).to.have.length(1);
  });

  for (const [name, fields, cases] of [
    ['tiers', PROJECTS, PROJECT_TOTALS],
    ['tiers with flat amounts', WITH_FLAT, FLAT_TOTALS],
  ] as const) {
    for (const [quantity, graduated, volume] of cases) {
      it(`charges ${quantity} units by ${name}: ${graduated} graduated, ${volume} by volume`, () => {
        const parsed = tiersOf(fields);
        expect(PlanPrice.total({ model: 'graduated', tiers: parsed }, quantity)).to.deep.equal(usd(graduated));
        expect(PlanPrice.total({ model: 'volume', tiers: parsed }, quantity)).to.deep.equal(usd(volume));
      });
    }
  }

  it('finds the least quantity that costs something', () => {
    const tiersFrom = (first: number, last: number) =>
      tiersOf([
        { up_to: 1000, unit_amount: first },
        { up_to: null, unit_amount: last },
      ]);
    for (const model of ['graduated', 'volume'] as const) {
      expect(PlanPrice.leastCharged({ model, tiers: tiersFrom(0, 0.5) })).to.equal(1_001);
      expect(PlanPrice.leastCharged({ model, tiers: tiersFrom(2, 0.5) })).to.equal(1);
      expect(PlanPrice.leastCharged({ model, tiers: tiersFrom(0, 0) })).to.equal(1);
    }
    expect(PlanPrice.leastCharged({ model: 'per_unit', amount: usd(0) })).to.equal(1);
  });

  it('shows the units and the flat amount of each tier that is used', () => {
    const lines = PlanPrice.lines({ model: 'graduated', tiers: tiersOf(WITH_FLAT) }, 7);
    const [first, second] = [
      { from: 1, upTo: 5 },
      { from: 6, upTo: 10 },
    ];
    expect(lines).to.deep.equal([
      { quantity: 5, unitAmount: usd(500), amount: usd(2500), isFlat: false, tier: first },
      { quantity: 1, unitAmount: usd(1000), amount: usd(1000), isFlat: true, tier: first },
      { quantity: 2, unitAmount: usd(400), amount: usd(800), isFlat: false, tier: second },
      { quantity: 1, unitAmount: usd(2000), amount: usd(2000), isFlat: true, tier: second },
    ]);
  });

  it('agrees with a count of the units, one by one', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 400 }), (any, quantity) => {
        expect(PlanPrice.total(any, quantity).minor).to.equal(plainTotal(any, quantity));
      }),
    );
  });

  it('has lines that are quantities times amounts and add up to the total, at any quantity', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: MAX_QUANTITY }), (any, quantity) => {
        const lines = PlanPrice.lines(any, quantity);
        for (const line of lines) expect(line.amount).to.deep.equal(line.unitAmount.times(BigInt(line.quantity)));
        const sum = lines.reduce((total, { amount }) => total + amount.minor, 0n);
        expect(PlanPrice.total(any, quantity).minor).to.equal(sum);
        const units = lines.filter(({ isFlat }) => !isFlat).reduce((total, line) => total + line.quantity, 0);
        expect(units).to.equal(any.model === 'flat' ? 0 : quantity);
      }),
    );
  });

  it('refuses a quantity whose amount is beyond the largest one', async () => {
    const perUnit = { model: 'per_unit', amount: usd(100_000) } as const;
    expect(PlanPrice.total(perUnit, 999_999_999).minor).to.equal(99_999_999_900_000n);
    const error = await thrownBy(() => PlanPrice.lines(perUnit, 1_000_000_000));
    expect(error.fieldErrors).to.deep.equal([
      {
        path: ['quantity'],
        code: 'number.max',
        message: 'must be smaller: 1000000000000.00 USD is beyond the largest amount, 999999999999.99',
      },
    ]);
  });

  it('takes whole quantities only', () => {
    for (const quantity of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => PlanPrice.lines({ model: 'flat', amount: usd(1) }, quantity)).to.throw(RangeError);
    }
  });
});

describe('PriceTier', () => {
  it('shows what was written', () => {
    expect(tiersOf(WITH_FLAT).map(PriceTier.fieldsOf)).to.deep.equal(WITH_FLAT);
    expect(tiersOf(PROJECTS).map(PriceTier.fieldsOf)).to.deep.equal(
      PROJECTS.map((fields) => ({ ...fields, flat_amount: 0 })),
    );
  });

  it('refuses tiers that do not ascend, have a gap or no end', () => {
    const tier = (upTo: number | null): PriceTierFields => ({ up_to: upTo, unit_amount: 1 });
    expect(errorsOf([])).to.deep.equal([['tiers', 'array.min']]);
    expect(errorsOf([tier(5)])).to.deep.equal([['tiers.0.up_to', 'array.sort']]);
    expect(errorsOf([tier(5), tier(5), tier(null)])).to.deep.equal([['tiers.1.up_to', 'array.sort']]);
    expect(errorsOf([tier(5), tier(4), tier(3)])).to.deep.equal([
      ['tiers.1.up_to', 'array.sort'],
      ['tiers.2.up_to', 'array.sort'],
    ]);
    expect(errorsOf([tier(5), tier(null), tier(7), tier(null)])).to.deep.equal([['tiers.1.up_to', 'array.sort']]);
    expect(errorsOf([tier(0), tier(null)])).to.deep.equal([['tiers.0.up_to', 'array.sort']]);
  });

  it('takes up to 50 tiers', () => {
    const tier = (_: unknown, index: number): PriceTierFields => ({ up_to: index + 1, unit_amount: 1 });
    const of = (count: number) => [...Array.from({ length: count - 1 }, tier), { up_to: null, unit_amount: 1 }];
    expect(tiersOf(of(MAX_TIERS))).to.have.length(50);
    expect(errorsOf(of(MAX_TIERS + 1))).to.deep.equal([['tiers', 'array.max']]);
  });

  it('names every amount that is invalid', () => {
    const tiers = [
      { up_to: 5, unit_amount: 0.001, flat_amount: -1 },
      { up_to: null, unit_amount: 1e12 },
    ];
    expect(errorsOf(tiers)).to.deep.equal([
      ['tiers.0.unit_amount', 'number.precision'],
      ['tiers.0.flat_amount', 'number.min'],
      ['tiers.1.unit_amount', 'number.max'],
    ]);
  });
});
