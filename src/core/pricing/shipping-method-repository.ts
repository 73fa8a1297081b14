import type { RuleRepository } from './rule-repository.ts';
import type { ShippingMethod } from './shipping-method.ts';

export interface ShippingMethodRepository extends RuleRepository<ShippingMethod> {
  count(): Promise<number>;
}
