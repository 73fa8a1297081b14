import type { RuleRepository, ShippingMethodRepository, TaxRateRepository } from '#core/pricing/ports.ts';
import { Validity } from '#core/pricing/rule-scope.ts';
import { TaxRate } from '#core/pricing/tax-rate.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';

type NoteChange = (id: string) => void;

/** Writes the rules of one table, and records which have changed. */
export const ruleRepository = <R extends Resource>(
  rows: TableChanges<R['id'], R>,
  name: string,
  noteChange: NoteChange,
): RuleRepository<R> => ({ ...resourceRepository(rows, name, noteChange), lock: async () => {} });

export const makeTaxRateRepository = ({ taxRates }: StoreChanges, noteChange: NoteChange): TaxRateRepository => ({
  ...ruleRepository(taxRates, 'tax rate', noteChange),

  count: async () => taxRates.values().length,

  async findOverlapping(taxRate) {
    const key = TaxRate.scopeKey(taxRate);
    return taxRates.find(
      (other) => other.id !== taxRate.id && TaxRate.scopeKey(other) === key && Validity.overlap(other, taxRate),
    );
  },
});

export const makeShippingMethodRepository = (
  { shippingMethods }: StoreChanges,
  noteChange: NoteChange,
): ShippingMethodRepository => ({
  ...ruleRepository(shippingMethods, 'shipping method', noteChange),
  count: async () => shippingMethods.values().length,
});
