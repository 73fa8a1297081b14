import { type Refusal, refuse } from '#core/pricing/quote.ts';
import type { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, refusalOf } from './discount-conditions.ts';

/** A cart with some discounts. */
type Discounted = Readonly<{
  /** Those that were applied, in their order. */
  discounts: readonly Discount[];
  /** Whether a discount reduces a line. */
  isEffective: (discount: Discount) => boolean;
  /** What the buyer pays. */
  total: Money;
}>;

type Pricing<Priced> = Readonly<{
  cart: Cart;
  facts: DiscountFacts;
  price: (discounts: readonly Discount[]) => Priced;
}>;

const NOT_COMBINABLE = refuse('not_combinable', 'cannot be combined with a discount that saves as much or more');
const NO_EFFECT = refuse('no_effect', 'does not lower the total');

/**
 * Prices a cart with the discounts that cost the buyer least: all combinable ones, or one of the others. Priorities order
 * the discounts of a combination, and decide between combinations that cost the same. A code that does not lower the total
 * is refused, so that it counts no use.
 */
export const withBestDiscounts = <Priced extends Discounted>(
  discounts: readonly Discount[],
  { cart, facts, price }: Pricing<Priced>,
): Readonly<{ priced: Priced; refusals: ReadonlyMap<Discount, Refusal> }> => {
  const refusals = new Map<Discount, Refusal>();
  for (const discount of discounts) {
    const refusal = refusalOf(discount, cart, facts);
    if (refusal !== undefined) refusals.set(discount, refusal);
  }
  const possible = discounts.filter((discount) => !refusals.has(discount)).toSorted(byPriority);
  const candidates = combinationsOf(possible).map((combination) => withoutIdle(combination, { cart, price }));
  const best = [...candidates, price([])].reduce((least, candidate) =>
    candidate.total.compare(least.total) < 0 ? candidate : least,
  );
  for (const discount of possible) {
    if (best.discounts.includes(discount)) continue;
    const isLost = candidates.some((candidate) => candidate.discounts.includes(discount));
    refusals.set(discount, isLost ? NOT_COMBINABLE : NO_EFFECT);
  }
  return { priced: best, refusals };
};

/** Of equal priority, codes before automatic discounts, then the older first. */
const byPriority = (a: Discount, b: Discount): number =>
  b.priority - a.priority || Number(a.code === null) - Number(b.code === null) || (a.id < b.id ? -1 : 1);

/** The combinable discounts together, with and without the codes, and each of the others alone; by the first of each. */
const combinationsOf = (sorted: readonly Discount[]): Discount[][] => {
  const combinable = sorted.filter(({ isCombinable }) => isCombinable);
  const automatic = combinable.filter(({ code }) => code === null);
  return sorted.flatMap((discount) => {
    if (!discount.isCombinable) return [[discount]];
    if (discount !== combinable[0]) return [];
    return automatic.length === combinable.length ? [combinable] : [combinable, automatic];
  });
};

/** The cart with a combination, without the discounts that reduce nothing and the codes that do not lower the total. */
const withoutIdle = <Priced extends Discounted>(
  combination: readonly Discount[],
  { cart, price }: Omit<Pricing<Priced>, 'facts'>,
): Priced => {
  // until shipping is chosen, what free shipping saves is unknown
  const isAwaited = ({ value }: Discount): boolean => value.kind === 'free_shipping' && cart.shippingMethodId === null;
  let priced = price(combination);
  const effective = combination.filter((discount) => priced.isEffective(discount) || isAwaited(discount));
  if (effective.length < combination.length) priced = price(effective);
  for (const discount of effective.toReversed()) {
    if (discount.code === null || isAwaited(discount)) continue;
    const rest = price(priced.discounts.filter((other) => other !== discount));
    if (rest.total.compare(priced.total) <= 0) priced = rest;
  }
  return priced;
};
