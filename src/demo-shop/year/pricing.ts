import type { Product } from '#core/catalog/product.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { Validity } from '#core/pricing/rule-scope.ts';
import { makeTablePricing } from '#core/pricing/table-pricing.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Storage } from '#core/storage.ts';
import { CODES } from './rules.ts';

/** The pricing by the shop's tables, which are read once. */
export type DemoPricing = OrderPricing &
  Readonly<{
    /** The shipping methods to a country, the cheapest ones first as the shop lists them. */
    shippingTo: (country: string) => readonly string[];
    /** Whether a discount of the code is valid at a time. */
    isValid: (code: string, at: Date) => boolean;
  }>;

type Context = Readonly<{ currency: Currency; rules: TaxRules; products: readonly Product[] }>;

/** Reads the tables. A discount whose limited uses would have to be counted does not apply. */
export const readPricing = async (storage: Storage, { currency, rules, products }: Context): Promise<DemoPricing> => {
  const tables = await storage.pricingQueries.tables();
  const automaticDiscounts = tables.automaticDiscounts.filter((each) => isUnlimited(each) && !each.firstOrder);
  const coded = (await storage.pricingQueries.findDiscounts(Object.values(CODES))).filter(isUnlimited);
  const categoryIds = products.flatMap(({ category }) => category?.id ?? []);
  const categories = await storage.catalogQueries.findCategoryPaths([...new Set(categoryIds)]);
  const { address } = await storage.shopQueries.get();
  const pricing = makeTablePricing({
    queries: {
      tables: async () => ({ ...tables, automaticDiscounts }),
      findDiscounts: async (codes) => coded.filter(({ code }) => code !== null && codes.includes(code)),
      findUsedUp: async () => [],
    },
    categoriesOf: async () => categories,
    // the code of a first order is sent with no other
    hasOrdered: async () => false,
    shopAddress: async () => address,
    rules: async () => rules,
  });
  return {
    quote: (cart) => pricing.quote(cart),
    shippingTo: (country) =>
      tables.shippingMethods
        .filter((method) => method.isActive && method.currency === currency)
        .filter(({ countries }) => countries.length === 0 || countries.includes(country))
        .map(({ id }) => id),
    isValid: (code, at) => coded.some((discount) => discount.code === code && Validity.includes(discount, at)),
  };
};

const isUnlimited = ({ maxUses, maxUsesPerCustomer }: Discount): boolean =>
  maxUses === null && maxUsesPerCustomer === null;
