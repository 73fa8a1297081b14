import type { Product } from '#core/catalog/product.ts';
import { makePriceOrder, type PriceOrder } from '#core/orders/price-order.ts';
import type { OrderPricing } from '#core/pricing/order-pricing.ts';
import { makeTablePricing } from '#core/pricing/table-pricing.ts';
import type { Storage } from '#core/storage.ts';

/** The pricing of a shop without tax rates, shipping methods and discounts. */
const plainPricing: OrderPricing = makeTablePricing({
  queries: {
    tables: async () => ({ taxRates: [], shippingMethods: [], automaticDiscounts: [] }),
    findDiscounts: async () => [],
    findUsedUp: async () => [],
  },
  categoriesOf: async () => new Map(),
  hasOrdered: async () => false,
  shopAddress: async () => null,
  rules: { pricesIncludeTax: false, rounding: 'line' },
});

/** Prices orders of the products of a storage. */
export const priceOrderOn = (
  { catalogQueries }: Pick<Storage, 'catalogQueries'>,
  pricing: OrderPricing = plainPricing,
): PriceOrder => makePriceOrder({ products: catalogQueries, pricing });

/** Prices orders of some products. */
export const priceOrderOf = (products: readonly Product[], pricing: OrderPricing = plainPricing): PriceOrder =>
  makePriceOrder({ products: { readProducts: async () => products }, pricing });
