import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { amountAt, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';

/** A thousandth of each unit in billionths of a milligram, as the units are defined. */
const PER_THOUSANDTH: Readonly<Record<WeightUnit, bigint>> = {
  g: 1_000_000_000n,
  kg: 1_000_000_000_000n,
  oz: 28_349_523_125n,
  lb: 453_592_370_000n,
};

const BILLION = 1_000_000_000n;

export const Weight = {
  /** A weight of at most 3 decimals in whole milligrams, rounded half up. */
  toMilligrams: (weight: number, unit: WeightUnit): bigint =>
    roundedQuotient(BigInt(Math.round(weight * 1000)) * PER_THOUSANDTH[unit], BILLION),

  /** Milligrams in a unit, with at most 3 decimals: what `toMilligrams` was given. */
  ofMilligrams: (milligrams: bigint, unit: WeightUnit): number =>
    Number(roundedQuotient(milligrams * BILLION, PER_THOUSANDTH[unit])) / 1000,
};

/** The price of shipping up to a total or a weight. */
export type ShippingTier = Readonly<{
  /** Inclusive; null: no bound. Minor units of a price by total, milligrams of a price by weight. */
  upTo: bigint | null;
  price: Money;
}>;

/** A tier in a request and in a response; amounts in major units, weights in the unit of the method. */
export type TierFields = Readonly<{ up_to: number | null; price: number }>;

/** What the numbers of a tier are. */
type Units = Readonly<{ currency: Currency; priceBy: 'total' | 'weight'; weightUnit: WeightUnit }>;

/** The largest weight, in any unit. */
const MAX_WEIGHT = 999_999_999;

export const ShippingTier = {
  /** Each tier, or its error. */
  parseAll: (all: readonly TierFields[], units: Units): (ShippingTier | FieldError)[] => {
    let last: bigint | null = -1n;
    return all.map(({ up_to: upTo, price: major }, index) => {
      const bound = upTo === null ? null : boundAt(['tiers', index, 'up_to'], upTo, units);
      if (isFieldError(bound)) return bound;
      if (last === null || (bound !== null && bound <= last)) return notAscending(index);
      last = bound;
      const price = amountAt(['tiers', index, 'price'], major, units.currency);
      return isFieldError(price) ? price : { upTo: bound, price };
    });
  },

  /** Tiers that were validated before. */
  parseStored: (all: readonly TierFields[], units: Units): ShippingTier[] =>
    ShippingTier.parseAll(all, units).map((tier) => {
      if (isFieldError(tier)) throw new TypeError(`A stored tier ${tier.message}.`);
      return tier;
    }),

  fieldsOf: ({ upTo, price }: ShippingTier, { currency, priceBy, weightUnit }: Units): TierFields => {
    const bound = priceBy === 'total' ? Money.ofMinor(upTo ?? 0n, currency).toNumber() : undefined;
    return { up_to: upTo === null ? null : (bound ?? Weight.ofMilligrams(upTo, weightUnit)), price: price.toNumber() };
  },
};

const notAscending = (index: number): FieldError => ({
  path: ['tiers', index, 'up_to'],
  code: 'array.sort',
  message: 'must be greater than that of the tier before; only the last tier may have null',
});

const boundAt = (path: FieldError['path'], upTo: number, units: Units): bigint | FieldError => {
  if (units.priceBy === 'total') {
    const amount = amountAt(path, upTo, units.currency);
    return amount instanceof Money ? amount.minor : amount;
  }
  if (upTo < 0) return { path, code: 'number.min', message: 'must be at least 0' };
  if (upTo > MAX_WEIGHT) return { path, code: 'number.max', message: `must be at most ${MAX_WEIGHT}` };
  const milligrams = Weight.toMilligrams(upTo, units.weightUnit);
  if (Weight.ofMilligrams(milligrams, units.weightUnit) !== upTo) {
    return { path, code: 'number.precision', message: 'must have at most 3 decimals' };
  }
  return milligrams;
};
