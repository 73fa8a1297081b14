import type { CategoryId } from '#core/catalog/category.ts';
import { Money } from '#core/shared/money.ts';
import type { Cart, CartLine } from './cart.ts';
import type { Discount, DiscountId } from './discount.ts';
import { DiscountValue } from './discount-value.ts';
import type { RefusedUse } from './ports.ts';
import { type Refusal, refuse } from './quote.ts';

/** What a condition of a discount needs to know beside the cart. */
export type DiscountFacts = Readonly<{
  /** A category and those above it. */
  categoriesOf: (id: CategoryId) => readonly CategoryId[];
  /** Whether the buyer has no earlier order. */
  isFirstOrder: boolean;
  /** The discounts without a use left. */
  usedUp: ReadonlyMap<DiscountId, RefusedUse['reason']>;
}>;

/** The lines that a discount reduces: variants by their parent too. */
export const discountedLines = (
  { productIds, categoryIds }: Pick<Discount, 'productIds' | 'categoryIds'>,
  { lines }: Cart,
  { categoriesOf }: Pick<DiscountFacts, 'categoriesOf'>,
): CartLine[] => {
  if (productIds.length === 0 && categoryIds.length === 0) return [...lines];
  return lines.filter(
    ({ productId, parentId, categoryId }) =>
      [productId, parentId].some((id) => id !== null && productIds.includes(id)) ||
      (categoryId !== null && categoriesOf(categoryId).some((id) => categoryIds.includes(id))),
  );
};

const USED_UP: Readonly<Record<RefusedUse['reason'], string>> = {
  used_up: 'has no use left',
  used_up_by_customer: 'has no use left for this buyer',
};

/** How many orders and subscriptions of one customer may use a discount; null: any number. */
export const maxUsesPerCustomerOf = ({ firstOrder, maxUsesPerCustomer }: Discount): number | null =>
  firstOrder ? 1 : maxUsesPerCustomer;

/** Why a discount is not in force at a time; undefined if it is. */
export const lapseOf = ({ isActive, validFrom, validTo }: Discount, at: Date): Refusal | undefined => {
  if (!isActive) return refuse('inactive', 'is not active');
  if (validFrom !== null && at < validFrom) return refuse('not_started', 'is not valid yet');
  return validTo !== null && validTo <= at ? refuse('expired', 'has expired') : undefined;
};

/** Why a discount does not apply to a cart; undefined if it does. */
export const refusalOf = (discount: Discount, cart: Cart, facts: DiscountFacts): Refusal | undefined => {
  const { minTotal, minQuantity, firstOrder, value } = discount;
  const lapse = lapseOf(discount, cart.at);
  if (lapse !== undefined) return lapse;
  const currency = DiscountValue.currencyOf(value) ?? minTotal?.currency ?? null;
  if (currency !== null && currency !== cart.currency) {
    return refuse('currency_mismatch', `applies to orders in ${currency} only`);
  }
  const usedUp = facts.usedUp.get(discount.id);
  if (usedUp !== undefined) return refuse(usedUp, USED_UP[usedUp]);
  if (cart.customerKey === null && maxUsesPerCustomerOf(discount) !== null) {
    return refuse('unknown_buyer', 'applies to known buyers only: send the buyer’s e-mail');
  }
  if (firstOrder && !facts.isFirstOrder) return refuse('not_first_order', 'applies to a first order only');
  const lines = discountedLines(discount, cart, facts);
  if (lines.length === 0) return refuse('no_matching_items', 'applies to none of the items');
  if (minQuantity !== null && quantityOf(lines) < minQuantity) {
    return refuse('quantity_too_low', `applies to at least ${minQuantity} of its items`);
  }
  if (minTotal !== null && totalOf(lines, cart).compare(minTotal) < 0) {
    return refuse('total_too_low', `applies to at least ${minTotal.toDecimal()} ${minTotal.currency} of its items`);
  }
  return value.kind === 'fixed_price' && !lines.some(({ unitPrice }) => unitPrice.compare(value.price) > 0)
    ? refuse('no_matching_items', 'lowers the price of none of the items')
    : undefined;
};

const quantityOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

const totalOf = (lines: readonly CartLine[], { currency }: Cart): Money =>
  lines.reduce((sum, line) => sum.add(line.unitPrice.times(BigInt(line.quantity))), Money.ofMinor(0n, currency));
