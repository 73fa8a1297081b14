import { invalid } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { PriceTier } from './price-tier.ts';

/**
 * - `flat`: an amount for each period, whatever the quantity.
 * - `per_unit`: an amount for each unit.
 * - `graduated`: each unit costs what its own tier says.
 * - `volume`: all units cost what the tier of the whole quantity says.
 */
export const PRICING_MODELS = ['flat', 'per_unit', 'graduated', 'volume'] as const;

export type PricingModel = (typeof PRICING_MODELS)[number];

/** What a period costs. */
export type PlanPrice =
  | Readonly<{ model: 'flat' | 'per_unit'; amount: Money }>
  | Readonly<{
      model: 'graduated' | 'volume';
      /** Ascending; the last one is open. */
      tiers: readonly PriceTier[];
    }>;

/** A part of a price. */
type PriceLine = Readonly<{
  quantity: number;
  unitAmount: Money;
  /** The product of the two. */
  amount: Money;
  /** Whether it is an amount that does not depend on the quantity. */
  isFlat: boolean;
  /** The tier that it is from: its first and last unit; null without tiers. */
  tier: Readonly<{ from: number; upTo: number | null }> | null;
}>;

/** The greatest quantity of a subscription. */
export const MAX_QUANTITY = 1_000_000_000;

export const PlanPrice = {
  /**
   * The lines of a period's invoice, at least one. For no units, prices with tiers charge the flat amount of the first
   * tier, as Stripe does.
   * @param quantity A whole number, not negative.
   * @throws DomainError `validation_failed` if the sum is beyond the largest amount.
   */
  lines: (price: PlanPrice, quantity: number): PriceLine[] => {
    if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError('A quantity is a whole number.');
    const lines = linesOf(price, quantity);
    requirePayable(sumOf(lines));
    return lines;
  },

  /** The sum of the lines. @throws as `lines` does. */
  total: (price: PlanPrice, quantity: number): Money => sumOf(PlanPrice.lines(price, quantity)),

  /** A quantity that costs something, as small as possible; 1 if none does. */
  leastCharged: (price: PlanPrice): number => {
    const starts = 'tiers' in price ? price.tiers.flatMap(({ upTo }) => (upTo === null ? [] : [upTo + 1])) : [];
    return [1, ...starts].find((quantity) => sumOf(linesOf(price, quantity)).minor > 0n) ?? 1;
  },
};

const linesOf = (price: PlanPrice, quantity: number): PriceLine[] => {
  switch (price.model) {
    case 'flat':
      return [{ ...line(1, price.amount, null), isFlat: true }];
    case 'per_unit':
      return [line(quantity, price.amount, null)];
    case 'graduated':
      return price.tiers.flatMap((tier, index) => graduatedLines(tier, price.tiers[index - 1]?.upTo ?? 0, quantity));
    case 'volume': {
      const index = price.tiers.findIndex(({ upTo }) => upTo === null || quantity <= upTo);
      const tier = price.tiers[index];
      return tier === undefined ? [] : tierLines(tier, price.tiers[index - 1]?.upTo ?? 0, quantity);
    }
  }
};

/** @param before The last unit of the tier before. */
const graduatedLines = (tier: PriceTier, before: number, quantity: number): PriceLine[] => {
  const isUsed = quantity > before || before === 0;
  return isUsed ? tierLines(tier, before, Math.min(quantity, tier.upTo ?? quantity) - before) : [];
};

const tierLines = ({ upTo, unitAmount, flatAmount }: PriceTier, before: number, quantity: number): PriceLine[] => {
  const tier = { from: before + 1, upTo };
  const units = line(quantity, unitAmount, tier);
  return flatAmount.minor === 0n ? [units] : [units, { ...line(1, flatAmount, tier), isFlat: true }];
};

const line = (quantity: number, unitAmount: Money, tier: PriceLine['tier']): PriceLine => ({
  quantity,
  unitAmount,
  amount: unitAmount.times(BigInt(quantity)),
  isFlat: false,
  tier,
});

const sumOf = ([first, ...rest]: readonly PriceLine[]): Money => {
  if (first === undefined) throw new TypeError('A price has at least one line.');
  return rest.reduce((sum, { amount }) => sum.add(amount), first.amount);
};

/** @throws DomainError `validation_failed` for an amount beyond the largest one. */
export const requirePayable = (total: Money): void => {
  if (!total.isTooLarge) return;
  const message = `must be smaller: ${total.toDecimal()} ${total.currency} is beyond the largest amount, 999999999999.99`;
  throw invalid([{ path: ['quantity'], code: 'number.max', message }]);
};
