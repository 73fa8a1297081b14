import { Discount } from '#core/pricing/discount.ts';
import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import { ShippingMethod, type ShippingMethodFields } from '#core/pricing/shipping-method.ts';
import { TaxRate, type TaxRateFields } from '#core/pricing/tax-rate.ts';
import { ids, NOON, USD } from './builders.ts';

const context = { storeCurrency: USD, at: NOON };

/** The German standard rate with the given fields. */
export const aTaxRate = (fields: Partial<TaxRateFields> = {}): TaxRate =>
  TaxRate.create(ids.next('txr'), { name: 'VAT', percent: 19, country: 'DE', ...fields }, NOON);

/** Shipping everywhere for 4.90 with the given fields. */
export const aShippingMethod = (fields: Partial<ShippingMethodFields> = {}): ShippingMethod =>
  ShippingMethod.create(
    ids.next('shm'),
    { name: 'Standard', tiers: [{ up_to: null, price: 4.9 }], ...fields },
    context,
  );

/** 10 % off everything, with a unique code, with the given fields. */
export const aDiscount = (fields: Partial<DiscountFields> = {}): Discount => {
  const id = ids.next('dsc');
  return Discount.create(id, { name: 'Sale', code: id, kind: 'percent', percent: 10, ...fields }, context);
};
