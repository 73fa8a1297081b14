import type { RuleRepository } from './rule-repository.ts';
import type { TaxRate } from './tax-rate.ts';

export interface TaxRateRepository extends RuleRepository<TaxRate> {
  count(): Promise<number>;
  /** Another rate with the same scope (`TaxRate.scopeKey`) that is valid at some time when this one is. */
  findOverlapping(taxRate: TaxRate): Promise<TaxRate | undefined>;
}
