import type { CategoryId } from '#core/catalog/category.ts';
import type { Cart } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, lapseOf, maxUsesPerCustomerOf } from './discount-conditions.ts';
import type { DiscountUse, OrderPricing, PricingQueries } from './ports.ts';
import { priceCart } from './price-cart.ts';
import type { TaxPlace } from './tax-rate.ts';
import type { TaxRules } from './taxes.ts';

type Deps = Readonly<{
  queries: Pick<PricingQueries, 'tables' | 'findDiscounts' | 'findUsedUp'>;
  /** Each category with those above it. */
  categoriesOf: (ids: readonly CategoryId[]) => Promise<ReadonlyMap<CategoryId, readonly CategoryId[]>>;
  /** Whether a buyer has another order that was not cancelled. */
  hasOrdered: (customerKey: string, except: Cart['usedBy']) => Promise<boolean>;
  shopAddress: () => Promise<TaxPlace | null>;
  rules: () => Promise<TaxRules>;
}>;

/** The built-in pricing, by the shop’s tax rates, shipping methods and discounts. */
export const makeTablePricing = (deps: Deps): OrderPricing => ({
  quote: async (cart, given) => {
    const [{ taxRates, shippingMethods, automaticDiscounts }, codeDiscounts, shopAddress, rules] = await Promise.all([
      deps.queries.tables(),
      cart.discountCodes.length === 0 ? [] : deps.queries.findDiscounts(cart.discountCodes),
      deps.shopAddress(),
      given ?? deps.rules(),
    ]);
    const discounts = [...(cart.takesAutomaticDiscounts ? automaticDiscounts : []), ...codeDiscounts];
    // a code that is not in force takes no longer than one that does not exist
    const inForce = discounts.filter((discount) => lapseOf(discount, cart.at) === undefined);
    const facts = await factsOf(inForce, cart, deps);
    return priceCart(cart, { ...rules, ...facts, taxRates, shippingMethods, discounts, shopAddress });
  },
});

/** Reads only what a condition of a discount depends on. */
const factsOf = async (
  discounts: readonly Discount[],
  { lines, customerKey, usedBy }: Cart,
  { queries, categoriesOf, hasOrdered }: Deps,
): Promise<DiscountFacts> => {
  const categoryIds = [...new Set(lines.flatMap(({ categoryId }) => categoryId ?? []))];
  const dependsOnCategory = categoryIds.length > 0 && discounts.some((discount) => discount.categoryIds.length > 0);
  const dependsOnBuyer = customerKey !== null && discounts.some(({ firstOrder }) => firstOrder);
  const uses = discounts.filter(isLimited).map(useOf);
  const [categories, isReturning, usedUp] = await Promise.all([
    dependsOnCategory ? categoriesOf(categoryIds) : new Map<CategoryId, readonly CategoryId[]>(),
    dependsOnBuyer && hasOrdered(customerKey, usedBy),
    uses.length === 0 ? [] : queries.findUsedUp(uses, { customerKey, usedBy }),
  ]);
  return {
    categoriesOf: (id) => categories.get(id) ?? [id],
    isFirstOrder: !isReturning,
    usedUp: new Map(usedUp.map(({ discountId, reason }) => [discountId, reason])),
  };
};

const isLimited = (discount: Discount): boolean => discount.maxUses !== null || maxUsesPerCustomerOf(discount) !== null;

const useOf = (discount: Discount): DiscountUse => ({
  discountId: discount.id,
  maxUsesPerCustomer: maxUsesPerCustomerOf(discount),
});
