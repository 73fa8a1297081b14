import type { CategoryId } from '#core/catalog/category.ts';
import type { Product } from '#core/catalog/product.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { OrderPricing } from '#core/pricing/order-pricing.ts';
import { priceCart } from '#core/pricing/price-cart.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import { Validity } from '#core/pricing/validity.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Storage } from '#core/storage.ts';
import type { Market } from './markets.ts';
import { FREE_SHIPPING_CODE, SUMMER_CODE, WELCOME_CODE } from './rules.ts';

/** The pricing by the shop's tables, which are read once. */
export type DemoPricing = OrderPricing &
  Readonly<{
    /** The shipping methods for a market, the cheapest ones first as the shop lists them. */
    shippingTo: (market: Market) => readonly string[];
    /** Whether a discount of the code is valid at a time. */
    isValid: (code: string, at: Date) => boolean;
  }>;

type Context = Readonly<{ currency: Currency; rules: TaxRules; products: readonly Product[] }>;

/** Reads the tables. A discount whose limited uses would have to be counted does not apply. */
export const readPricing = async (storage: Storage, { currency, rules, products }: Context): Promise<DemoPricing> => {
  const [{ taxRates, shippingMethods, automaticDiscounts }, codeDiscounts, shop] = await Promise.all([
    storage.pricingQueries.tables(),
    storage.pricingQueries.findDiscounts([WELCOME_CODE, SUMMER_CODE, FREE_SHIPPING_CODE]),
    storage.shopQueries.get(),
  ]);
  const automatic = automaticDiscounts.filter((discount) => isUnlimited(discount) && !discount.firstOrder);
  const byCode = new Map(codeDiscounts.filter(isUnlimited).map((discount) => [discount.code, discount]));
  const categoryIds = [...new Set(products.flatMap(({ category }) => category?.id ?? []))];
  const categories = await storage.catalogQueries.findCategoryPaths(categoryIds);
  const ratesByCountry = Map.groupBy(taxRates, ({ country }) => country);
  const shopAddress = shop.address;
  const facts = {
    categoriesOf: (id: CategoryId) => categories.get(id) ?? [id],
    usedUp: new Map(),
  };
  return {
    quote: async (cart) => {
      const place = cart.shippingAddress ?? cart.billingAddress ?? shopAddress;
      const always = cart.takesAutomaticDiscounts ? automatic : [];
      const discounts = [...always, ...cart.discountCodes.flatMap((code) => byCode.get(code) ?? [])];
      return priceCart(cart, {
        ...rules,
        ...facts,
        // the code of a first order is sent with no other
        isFirstOrder: true,
        taxRates: ratesByCountry.get(place?.country ?? '') ?? [],
        shippingMethods,
        discounts,
        shopAddress,
      });
    },

    shippingTo: ({ country }) =>
      shippingMethods
        .filter((method) => method.isActive && method.currency === currency)
        .filter(({ countries }) => countries.length === 0 || countries.includes(country))
        .map(({ id }) => id),

    isValid: (code, at) => {
      const discount = byCode.get(code);
      return discount !== undefined && Validity.includes(discount, at);
    },
  };
};

const isUnlimited = ({ maxUses, maxUsesPerCustomer }: Discount): boolean =>
  maxUses === null && maxUsesPerCustomer === null;
