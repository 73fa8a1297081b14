import { Address } from '#core/shared/address.ts';
import { USD } from '../../support/builders/builders.ts';
import { pricingByTables } from '../../support/builders/order-pricing.ts';
import { aDiscount, aShippingMethod, aTaxRate } from '../../support/builders/pricing-builders.ts';
import { orderPricingContract } from './order-pricing.contract.ts';

for (const pricesIncludeTax of [false, true]) {
  for (const rounding of ['line', 'total'] as const) {
    const what = `tables ${pricesIncludeTax ? 'with' : 'without'} tax in prices, rounded per ${rounding}`;
    orderPricingContract(what, {
      open: async () => ({
        pricing: pricingByTables({
          taxRates: [aTaxRate(), aTaxRate({ percent: 7, tax_category: 'books' })],
          shippingMethods: [
            aShippingMethod(),
            aShippingMethod({ name: 'Express', price_by: 'weight', tiers: [{ up_to: 5000, price: 12 }] }),
            aShippingMethod({ name: 'To Portugal', countries: ['PT'] }),
          ],
          discounts: [aDiscount({ code: 'TEN' })],
          rules: { pricesIncludeTax, rounding },
        }),
        close: async () => {},
      }),
      currency: USD,
      shippedTo: Address.of({ line1: '1 Main St', country: 'DE' }),
      code: 'TEN',
    });
  }
}
