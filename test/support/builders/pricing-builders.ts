import type { Cart, CartLine } from '#core/pricing/cart.ts';
import { Discount } from '#core/pricing/discount.ts';
import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import { ShippingMethod, type ShippingMethodFields } from '#core/pricing/shipping-method.ts';
import { TaxRate, type TaxRateFields } from '#core/pricing/tax-rate.ts';
import { Address, type AddressFields } from '#core/shared/address.ts';
import { Money } from '#core/shared/money.ts';
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

/** A shirt of 20.00 with the given fields. */
export const aCartLine = (fields: Partial<CartLine> = {}): CartLine => ({
  productId: ids.next('prod'),
  parentId: null,
  name: 'Linen shirt',
  sku: null,
  unitPrice: Money.ofMinor(2_000n, USD),
  quantity: 1,
  taxCategory: null,
  categoryId: null,
  milligrams: 250_000n,
  ...fields,
});

const BERLIN: AddressFields = { line1: '1 Main St', city: 'Berlin', postal_code: '10115', country: 'DE' };

/** A shirt to Berlin with the given fields. */
export const aCart = (fields: Partial<Cart> = {}): Cart => ({
  at: NOON,
  currency: USD,
  lines: [aCartLine()],
  shippingAddress: Address.of(BERLIN),
  billingAddress: null,
  shippingMethodId: null,
  discountCodes: [],
  takesAutomaticDiscounts: true,
  taxId: null,
  customerKey: null,
  usedBy: null,
  ...fields,
});
