import type { Product } from '#core/catalog/product.ts';
import { makePriceEdit, type PriceEdit } from '#core/orders/price-edit.ts';
import { makePriceOrder, type PriceOrder } from '#core/orders/price-order.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { PricingRules } from '#core/pricing/price-cart.ts';
import type { ShippingMethod } from '#core/pricing/shipping-method.ts';
import { makeTablePricing } from '#core/pricing/table-pricing.ts';
import type { TaxRate } from '#core/pricing/tax-rate.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Storage } from '#core/storage.ts';
import { rulesWith } from './shop-rules.ts';

type Tables = Readonly<{
  taxRates?: readonly TaxRate[];
  shippingMethods?: readonly ShippingMethod[];
  discounts?: readonly Discount[];
  rules?: TaxRules;
  shopAddress?: PricingRules['shopAddress'];
}>;

/** The built-in pricing by some tables, without limits of uses. */
export const pricingByTables = (given: Tables = {}): OrderPricing => {
  const { quote } = tablePricingOf(given);
  // its own rules, whatever those of the shop are
  return { quote: (cart) => quote(cart) };
};

const tablePricingOf = ({
  taxRates = [],
  shippingMethods = [],
  discounts = [],
  rules = { pricesIncludeTax: false, rounding: 'line' },
  shopAddress = null,
}: Tables): OrderPricing =>
  makeTablePricing({
    queries: {
      tables: async () => ({
        taxRates,
        shippingMethods,
        automaticDiscounts: discounts.filter(({ code }) => code === null),
      }),
      findDiscounts: async (codes) => discounts.filter(({ code }) => code !== null && codes.includes(code)),
      findUsedUp: async () => [],
    },
    categoriesOf: async () => new Map(),
    hasOrdered: async () => false,
    shopAddress: async () => shopAddress,
    rules: async () => rules,
  });

export const plainPricing = pricingByTables();

/** A shop with an instruction on withdrawals. */
export const informingShop = { get: async () => ({ withdrawalNotice: 'You may withdraw within 14 days.' }) };

/** Prices orders of the products of a storage. */
export const priceOrderOn = (
  { catalogQueries: products, shopRulesQueries: rules }: Pick<Storage, 'catalogQueries' | 'shopRulesQueries'>,
  pricing: OrderPricing = plainPricing,
  shop: Parameters<typeof makePriceOrder>[0]['shop'] = informingShop,
): PriceOrder => makePriceOrder({ products, pricing, rules, shop });

/** Prices edits of orders of the products of a storage. */
export const priceEditOn = (
  { catalogQueries: products, shopRulesQueries: rules }: Pick<Storage, 'catalogQueries' | 'shopRulesQueries'>,
  pricing: OrderPricing = plainPricing,
): PriceEdit => makePriceEdit({ products, pricing, rules });

/** Prices orders of some products. */
export const priceOrderOf = (products: readonly Product[], pricing: OrderPricing = plainPricing): PriceOrder =>
  makePriceOrder({
    products: { readProducts: async () => products },
    pricing,
    rules: rulesWith(),
    shop: informingShop,
  });
