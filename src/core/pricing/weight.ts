import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { roundedQuotient } from '#core/shared/money.ts';

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
