import type { AuditTx } from '#core/audit/ports.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { DiscountRepository } from './discount-repository.ts';
import type { ShippingMethodRepository } from './shipping-method-repository.ts';
import type { TaxRateRepository } from './tax-rate-repository.ts';

/** The part of a transaction that the use cases of pricing need. */
export type PricingTx = Readonly<{
  taxRates: TaxRateRepository;
  shippingMethods: ShippingMethodRepository;
  discounts: DiscountRepository;
}> &
  RulesTx &
  AuditTx;
