import type { CartLine } from '#core/pricing/cart.ts';
import { type Allocation, PricedLine } from '#core/pricing/priced-line.ts';
import { remainingDiscounts } from '#core/pricing/remaining-lines.ts';
import type { AppliedRate } from '#core/pricing/taxes.ts';
import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { cartLineOf } from './cart-of.ts';
import { agreedLine, agreedQuantity, type OrderItem } from './order-item.ts';
import type { Sold, SoldItem } from './sold-items.ts';

/** What an edited order sells, at the prices that a consumer sees. */
export type EditedLine = Pick<SoldItem, 'goods' | 'quantity' | 'former' | 'unitPrice' | 'isPriceSet'> &
  Readonly<{
    /** What the order has of it at the price; undefined for what is added, and for an item whose price is set anew. */
    item: OrderItem | undefined;
    /** Of the quantity, what was agreed. The rest is added. */
    kept: number;
    /** Those that were agreed, then those that the added quantity gets; by their positions in the edited order. */
    discounts: readonly Allocation[];
  }>;

/** The rate of each line of an order without tax, whose prices are then without it; undefined for other orders. */
type FormerRates = ((index: number) => AppliedRate | undefined) | undefined;

/** What an order keeps, and what is added to it, before discounts of what is added. */
export const editedLines = ({ items }: Sold, rateOf: FormerRates): EditedLine[] =>
  items.map((sold, index): EditedLine => {
    const { former, quantity, isPriceSet } = sold;
    const item = isPriceSet ? undefined : former;
    if (item === undefined) return { ...sold, item, kept: 0, discounts: [] };
    const kept = Math.min(quantity, agreedQuantity(item));
    const rate = rateOf?.(index);
    return {
      ...{ ...sold, item, kept },
      unitPrice: withTax(item.unitPrice, rate),
      discounts: agreedDiscounts(item, kept).map((each) => ({ ...each, amount: withTax(each.amount, rate) })),
    };
  });

/** The agreed discounts of a quantity. */
export const agreedDiscounts = (item: OrderItem, kept: number): readonly Allocation[] =>
  kept === 0 ? [] : remainingDiscounts(agreedLine(item, kept));

/** An amount with the tax at a rate, as a consumer sees it. */
export const withTax = (amount: Money, rate: AppliedRate | undefined): Money =>
  rate === undefined ? amount : amount.add(Rate.of(rate.rate, amount));

export const EditedLine = {
  priced: ({ unitPrice, quantity, discounts }: EditedLine): Omit<PricedLine, 'tax'> => ({
    price: unitPrice.times(BigInt(quantity)),
    discounts,
  }),

  /** What the line costs, as one unit: tax and shipping depend on it. */
  discountedUnit: (line: EditedLine): CartLine => {
    const cartLine = cartLineOf({ ...line, unitPrice: PricedLine.discounted(EditedLine.priced(line)) });
    return { ...cartLine, quantity: 1, milligrams: cartLine.milligrams * BigInt(line.quantity) };
  },

  /** What is kept and what is added, as lines of their own. */
  parts: (line: EditedLine): readonly Readonly<{ isAdded: boolean; cartLine: CartLine }>[] => {
    const { quantity, kept } = line;
    const part = (count: number, isAdded: boolean) =>
      count === 0 ? [] : [{ isAdded, cartLine: cartLineOf({ ...line, quantity: count }) }];
    return [...part(kept, false), ...part(quantity - kept, true)];
  },
};
