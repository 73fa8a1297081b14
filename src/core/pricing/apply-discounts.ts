import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { Cart, CartLine } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, discountedLines } from './discount-conditions.ts';
import type { Allocation } from './priced-line.ts';

/** A line while discounts are applied to it. */
type ReducedLine = { readonly line: CartLine; left: Money; readonly discounts: Allocation[] };

/** The parts of discounts for each line of a cart, in its order: each discount reduces what the ones before it left. */
export const applyDiscounts = (
  discounts: readonly Discount[],
  cart: Cart,
  facts: Pick<DiscountFacts, 'categoriesOf'>,
): readonly (readonly Allocation[])[] => {
  const reduced = cart.lines.map((line): ReducedLine => {
    return { line, left: line.unitPrice.times(BigInt(line.quantity)), discounts: [] };
  });
  for (const [position, discount] of discounts.entries()) {
    const lines = new Set(discountedLines(discount, cart, facts));
    const reach = reduced.filter(({ line, left }) => left.minor > 0n && lines.has(line));
    for (const [index, amount] of reductions(discount, reach).entries()) {
      const target = reach[index];
      if (target === undefined || amount.minor === 0n) continue;
      target.left = target.left.subtract(amount);
      target.discounts.push({ discount: position, amount });
    }
  }
  return reduced.map(({ discounts }) => discounts);
};

/** By how much a discount reduces each of some lines. */
const reductions = ({ value }: Discount, lines: readonly ReducedLine[]): readonly Money[] => {
  const [first, ...rest] = lines.map(({ left }) => left);
  if (first === undefined) return [];
  const sum = rest.reduce((total, left) => total.add(left), first);
  const share = (amount: Money): readonly Money[] => amount.allocate(lines.map(({ left }) => left.minor));
  switch (value.kind) {
    case 'percent':
      return share(Rate.of(value.rate, sum));
    case 'amount':
      return share(value.amount.min(sum));
    case 'fixed_price':
      return lines.map(({ line, left }) => {
        const excess = left.subtract(value.price.times(BigInt(line.quantity)));
        return excess.isNegative ? Money.ofMinor(0n, excess.currency) : excess;
      });
    case 'free_shipping':
      return [];
  }
};
