import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { Cart, CartLine } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, discountedLines, refusalOf } from './discount-conditions.ts';
import { type Allocation, PricedLine } from './priced-line.ts';
import { type Refusal, refuse } from './quote.ts';

/** A discount that applies, and the discount of each line. */
type Applied = Readonly<{ discount: Discount; amounts: ReadonlyMap<CartLine, Money> }>;

export type AppliedDiscounts = Readonly<{
  /** In the order in which they apply. */
  discounts: readonly Discount[];
  /** For each line of the cart, in its order. */
  allocations: readonly (readonly Allocation[])[];
  refusals: ReadonlyMap<Discount, Refusal>;
}>;

/**
 * Applies discounts to the items of a cart, those of the highest priority first: each reduces what the ones before it
 * left. One that is not combinable applies alone.
 */
export const applyDiscounts = (discounts: readonly Discount[], cart: Cart, facts: DiscountFacts): AppliedDiscounts => {
  const applied: Applied[] = [];
  const refusals = new Map<Discount, Refusal>();
  for (const discount of discounts.toSorted(byPriority)) {
    const refusal = refusalOf(discount, cart, facts) ?? combinationRefusal(discount, applied);
    if (refusal !== undefined) {
      refusals.set(discount, refusal);
      continue;
    }
    const amounts = amountsOf(discount, leftOf(discountedLines(discount, cart, facts), applied));
    const hasEffect = discount.value.kind === 'free_shipping' || amounts.size > 0;
    if (hasEffect) applied.push({ discount, amounts });
    else refusals.set(discount, refuse('no_effect', 'reduces the price of none of the items'));
  }
  return {
    discounts: applied.map(({ discount }) => discount),
    allocations: cart.lines.map((line) => allocationsOf(line, applied)),
    refusals,
  };
};

/** Of equal priority, codes before automatic discounts, then the older first. */
const byPriority = (a: Discount, b: Discount): number =>
  b.priority - a.priority || Number(a.code === null) - Number(b.code === null) || (a.id < b.id ? -1 : 1);

const combinationRefusal = (discount: Discount, applied: readonly Applied[]): Refusal | undefined => {
  if (applied.length === 0) return undefined;
  const [first] = applied;
  if (discount.isCombinable && first?.discount.isCombinable) return undefined;
  return refuse('not_combinable', 'cannot be combined with another discount of the order');
};

/** What is left of the price of each line. */
const leftOf = (lines: readonly CartLine[], applied: readonly Applied[]): Map<CartLine, Money> =>
  new Map(
    lines.map((line) => {
      const price = line.unitPrice.times(BigInt(line.quantity));
      return [line, PricedLine.discounted({ price, discounts: allocationsOf(line, applied) })];
    }),
  );

const allocationsOf = (line: CartLine, applied: readonly Applied[]): Allocation[] =>
  applied.flatMap(({ amounts }, discount) => {
    const amount = amounts.get(line);
    return amount === undefined ? [] : [{ discount, amount }];
  });

/** The amounts above zero by which a discount reduces lines. */
const amountsOf = ({ value }: Discount, left: ReadonlyMap<CartLine, Money>): Map<CartLine, Money> => {
  switch (value.kind) {
    case 'percent':
      return allocate(Rate.of(value.rate, sumOf(left.values())), left);
    case 'amount':
      return allocate(value.amount.min(sumOf(left.values())), left);
    case 'fixed_price':
      return new Map([...left].flatMap(([line, amount]) => reduction(line, amount, value.price)));
    case 'free_shipping':
      return new Map();
  }
};

const reduction = (line: CartLine, left: Money, unitPrice: Money): [CartLine, Money][] => {
  const amount = left.subtract(unitPrice.times(BigInt(line.quantity)));
  return amount.minor > 0n ? [[line, amount]] : [];
};

const allocate = (amount: Money, left: ReadonlyMap<CartLine, Money>): Map<CartLine, Money> => {
  if (amount.minor === 0n) return new Map();
  const parts = amount.allocate([...left.values()].map(({ minor }) => minor));
  const amounts = [...left.keys()].flatMap((line, index): [CartLine, Money][] => {
    const part = parts[index];
    return part === undefined || part.minor === 0n ? [] : [[line, part]];
  });
  return new Map(amounts);
};

const sumOf = ([first, ...rest]: Iterable<Money>): Money => {
  if (first === undefined) throw new TypeError('A discount applies to at least one line.');
  return rest.reduce((sum, amount) => sum.add(amount), first);
};
