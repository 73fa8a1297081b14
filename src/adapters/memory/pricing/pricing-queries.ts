import { Discount, type DiscountView, discountList, discountView } from '#core/pricing/discount.ts';
import type { PricingQueries } from '#core/pricing/ports.ts';
import { shippingMethodList, shippingMethodView } from '#core/pricing/shipping-method.ts';
import { taxRateList, taxRateView } from '#core/pricing/tax-rate.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { customerOf } from './customer.ts';
import { refusalOf } from './discount-repository.ts';

export const makePricingQueries = ({
  taxRates,
  shippingMethods,
  discounts,
  discountUses,
  users,
}: MemoryStore): PricingQueries => {
  const viewOf = (discount: Discount): DiscountView => {
    const uses = discountUses
      .values()
      .flat()
      .filter(({ discountId }) => discountId === discount.id);
    return discountView(discount, uses.length);
  };
  return {
    async tables() {
      return {
        taxRates: taxRates.values().sort(byId),
        shippingMethods: shippingMethods.filter(({ isActive }) => isActive).sort(byId),
        automaticDiscounts: discounts.filter(Discount.isAppliedToAll).sort(byId),
      };
    },

    findDiscounts: async (codes) => discounts.filter(({ code }) => code !== null && codes.includes(code)).sort(byId),

    async findUsedUp(uses, { customerKey, usedBy: own }) {
      const customer = customerOf(users, customerKey);
      const used = discountUses.entries().flatMap(([usedBy, all]) => (usedBy === own ? [] : all));
      return uses.flatMap((use) => {
        const { discountId } = use;
        const usage = {
          discount: discounts.get(discountId),
          used: used.filter((other) => other.discountId === discountId),
          customer,
        };
        const reason = refusalOf(customerKey === null ? { ...use, maxUsesPerCustomer: null } : use, usage);
        return reason === undefined ? [] : [{ discountId, reason }];
      });
    },

    findTaxRate: async (id) => Found.of(taxRateView, taxRates.get(id)),
    listTaxRates: async (query) => listPage(taxRateList, taxRates.values().map(taxRateView), query),

    findShippingMethod: async (id) => Found.of(shippingMethodView, shippingMethods.get(id)),
    async listShippingMethods(query) {
      return listPage(shippingMethodList, shippingMethods.values().map(shippingMethodView), query);
    },

    findDiscount: async (id) => Found.of(viewOf, discounts.get(id)),
    listDiscounts: async (query) => listPage(discountList, discounts.values().map(viewOf), query),
  };
};
