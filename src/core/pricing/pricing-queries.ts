import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Discount, DiscountId } from './discount.ts';
import type { DiscountCustomer, DiscountUse, RefusedUse } from './discount-repository.ts';
import type { DiscountView, discountList } from './discount-view.ts';
import type { ShippingMethod, ShippingMethodId } from './shipping-method.ts';
import type { ShippingMethodView, shippingMethodList } from './shipping-method-view.ts';
import type { TaxRate, TaxRateId } from './tax-rate.ts';
import type { TaxRateView, taxRateList } from './tax-rate-view.ts';

/** What every order is priced by. */
export type PricingTables = Readonly<{
  /** All, whenever they are valid. */
  taxRates: readonly TaxRate[];
  /** Those that are active, by id. */
  shippingMethods: readonly ShippingMethod[];
  /** Those without a code that are active, whenever they are valid, by id. */
  automaticDiscounts: readonly Discount[];
}>;

/** Reads of the tables of pricing. */
export interface PricingQueries {
  tables(): Promise<PricingTables>;
  /** The discounts with some codes (`discountCode`), active or not, by id. */
  findDiscounts(codes: readonly string[]): Promise<readonly Discount[]>;
  /**
   * The uses that a claim for this customer would refuse now, once the order’s own uses are released; without a customer,
   * only for limits in total.
   */
  findUsedUp(uses: readonly DiscountUse[], customer: DiscountCustomer): Promise<readonly RefusedUse[]>;
  findTaxRate(id: TaxRateId): Promise<Found<TaxRateView> | undefined>;
  listTaxRates(query: ListQuery<typeof taxRateList>): Promise<Page<TaxRateView>>;
  findShippingMethod(id: ShippingMethodId): Promise<Found<ShippingMethodView> | undefined>;
  listShippingMethods(query: ListQuery<typeof shippingMethodList>): Promise<Page<ShippingMethodView>>;
  findDiscount(id: DiscountId): Promise<Found<DiscountView> | undefined>;
  listDiscounts(query: ListQuery<typeof discountList>): Promise<Page<DiscountView>>;
}
