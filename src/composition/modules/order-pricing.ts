import { makePriceEdit } from '#core/orders/price-edit.ts';
import { makePriceOrder } from '#core/orders/price-order.ts';
import { makeTablePricing } from '#core/pricing/table-pricing.ts';
import { TaxRules } from '#core/pricing/taxes.ts';
import { Id } from '#core/shared/id.ts';
import { type Binding, provide } from '../injection.ts';
import type { ChoosePricing } from '../order-pricing.ts';
import { ORDERS } from '../tokens/orders.ts';
import { PRICING } from '../tokens/pricing.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';

const reads = {
  cache: PRICING.cache,
  shop: SHOP.cache,
  pricingQueries: STORAGE.pricingQueries,
  catalogQueries: STORAGE.catalogQueries,
  orderQueries: STORAGE.orderQueries,
  rules: STORAGE.shopRulesQueries,
};

/** The pricing of orders. */
export const orderPricingModule = (choose: ChoosePricing): readonly Binding[] => [
  provide(ORDERS.pricing, reads, ({ cache, shop, pricingQueries, catalogQueries, orderQueries, rules }) =>
    choose(
      makeTablePricing({
        queries: { ...cache, findUsedUp: (uses, customer) => pricingQueries.findUsedUp(uses, customer) },
        categoriesOf: (ids) => catalogQueries.findCategoryPaths(ids),
        hasOrdered: (customerKey, except) =>
          orderQueries.hasOrdered(customerKey, except !== null && Id.is('ord', except) ? except : null),
        shopAddress: async () => (await shop.get()).address,
        rules: async () => TaxRules.of(await rules.get()),
      }),
    ),
  ),
  provide(
    ORDERS.priceOrder,
    { products: reads.catalogQueries, pricing: ORDERS.pricing, rules: reads.rules, shop: SHOP.cache },
    makePriceOrder,
  ),
  provide(
    ORDERS.priceEdit,
    { products: reads.catalogQueries, pricing: ORDERS.pricing, rules: reads.rules },
    makePriceEdit,
  ),
];
