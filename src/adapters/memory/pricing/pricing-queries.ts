import { Discount, type DiscountId, type DiscountView, discountList, discountView } from '#core/pricing/discount.ts';
import type { DiscountCustomer, DiscountUse, PricingQueries, PricingTables, RefusedUse } from '#core/pricing/ports.ts';
import type { ShippingMethodId } from '#core/pricing/shipping-method.ts';
import { shippingMethodList, shippingMethodView } from '#core/pricing/shipping-method.ts';
import type { TaxRateId } from '#core/pricing/tax-rate.ts';
import { taxRateList, taxRateView } from '#core/pricing/tax-rate.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { refusalOf } from './discount-repository.ts';

type Item = Readonly<{ id: string }>;

const byId = (a: Item, b: Item): number => (a.id < b.id ? -1 : 1);

export class MemoryPricingQueries implements PricingQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async tables(): Promise<PricingTables> {
    const { taxRates, shippingMethods, discounts } = this.#store;
    return {
      taxRates: [...taxRates.values()].sort(byId),
      shippingMethods: [...shippingMethods.values()].filter(({ isActive }) => isActive).sort(byId),
      automaticDiscounts: [...discounts.values()].filter(Discount.isAppliedToAll).sort(byId),
    };
  }

  async findDiscounts(codes: readonly string[]): Promise<readonly Discount[]> {
    const all = [...this.#store.discounts.values()];
    return all.filter(({ code }) => code !== null && codes.includes(code)).sort(byId);
  }

  async findUsedUp(
    uses: readonly DiscountUse[],
    { customerKey, usedBy: own }: DiscountCustomer,
  ): Promise<readonly RefusedUse[]> {
    const used = [...this.#store.discountUses.entries()].flatMap(([usedBy, all]) => (usedBy === own ? [] : all));
    return uses.flatMap((use) => {
      const usage = {
        discount: this.#store.discounts.get(use.discountId),
        used: used.filter(({ discountId }) => discountId === use.discountId),
        customerKey,
      };
      const reason = refusalOf(customerKey === null ? { ...use, maxUsesPerCustomer: null } : use, usage);
      return reason === undefined ? [] : [{ discountId: use.discountId, reason }];
    });
  }

  async findTaxRate(id: TaxRateId) {
    return Found.of(taxRateView, this.#store.taxRates.get(id));
  }

  async listTaxRates(query: ListQuery<typeof taxRateList>) {
    return listPage(taxRateList, [...this.#store.taxRates.values()].map(taxRateView), query);
  }

  async findShippingMethod(id: ShippingMethodId) {
    return Found.of(shippingMethodView, this.#store.shippingMethods.get(id));
  }

  async listShippingMethods(query: ListQuery<typeof shippingMethodList>) {
    return listPage(shippingMethodList, [...this.#store.shippingMethods.values()].map(shippingMethodView), query);
  }

  async findDiscount(id: DiscountId) {
    return Found.of((discount: Discount) => this.#view(discount), this.#store.discounts.get(id));
  }

  async listDiscounts(query: ListQuery<typeof discountList>) {
    const views = [...this.#store.discounts.values()].map((discount) => this.#view(discount));
    return listPage(discountList, views, query);
  }

  #view(discount: Discount): DiscountView {
    const uses = [...this.#store.discountUses.values()].flat().filter(({ discountId }) => discountId === discount.id);
    return discountView(discount, uses.length);
  }
}
