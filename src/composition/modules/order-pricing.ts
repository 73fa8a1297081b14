import { makePriceEdit } from '#core/orders/price-edit.ts';
import { makePriceOrder } from '#core/orders/price-order.ts';
import { makeTablePricing } from '#core/pricing/table-pricing.ts';
import { withTaxIdExemption } from '#core/pricing/tax-id-exemption.ts';
import { TaxRules } from '#core/pricing/taxes.ts';
import { Id } from '#core/shared/id.ts';
import { User } from '#core/users/user.ts';
import { type Binding, provide } from '../injection.ts';
import type { OpenPricing } from '../order-pricing.ts';
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
export const orderPricingModule = ({ choose, taxIds: validator }: OpenPricing): readonly Binding[] => [
  provide(
    ORDERS.pricing,
    { ...reads, unitOfWork: STORAGE.unitOfWork },
    ({ cache, shop, pricingQueries, catalogQueries, orderQueries, rules, unitOfWork }) => {
      const tables = makeTablePricing({
        queries: { ...cache, findUsedUp: (uses, customer) => pricingQueries.findUsedUp(uses, customer) },
        categoriesOf: (ids) => catalogQueries.findCategoryPaths(ids),
        hasOrdered: (customerKey, except) =>
          orderQueries.hasOrdered(customerKey, except !== null && Id.is('ord', except) ? except : null),
        shopAddress: async () => (await shop.get()).address,
        rules: async () => TaxRules.of(await rules.get()),
      });
      return withTaxIdExemption(choose(tables), {
        mode: async () => (await rules.get()).tax_id_exemption,
        isConfirmed: (customerKey, taxId) =>
          unitOfWork.run(async (tx) => {
            const user = Id.is('usr', customerKey) ? await tx.users.find(customerKey) : undefined;
            return user !== undefined && User.hasConfirmed(user, taxId);
          }),
        validator,
      });
    },
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
