import { expect } from 'chai';
import { languages } from '#adapters/languages/languages.ts';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { shippingMethodKind, taxRateKind } from '#core/pricing/rule-kinds.ts';
import { MAX_SHIPPING_METHODS } from '#core/pricing/shipping-method.ts';
import { MAX_TAX_RATES } from '#core/pricing/tax-rate.ts';
import { makeRuleUseCases } from '#core/pricing/use-cases/rule-use-cases.ts';
import { Actor } from '#core/shared/actor.ts';
import { clockAtNoon, ids, USD } from '../../support/builders/builders.ts';
import { aShippingMethod, aTaxRate } from '../../support/builders/pricing-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';

describe('the numbers of rules', () => {
  const deps = { clock: clockAtNoon(), ids, storeCurrency: USD };

  it('of tax rates are limited, and those that exist can be changed', async () => {
    const { unitOfWork } = makeMemoryStorage({ ids, languages });
    const { create, change } = makeRuleUseCases(taxRateKind, deps);
    const fields = { name: 'VAT', percent: 1, country: 'DE' };
    const { id } = await unitOfWork.run(create(Actor.system, fields));
    await unitOfWork.run(async (tx) => {
      for (let count = 1; count < MAX_TAX_RATES; count += 1) {
        await tx.taxRates.add(aTaxRate({ tax_category: `${count}` }));
      }
    });
    const attempt = unitOfWork.run(create(Actor.system, { ...fields, country: 'AT' }));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
    const changed = await unitOfWork.run(change(Actor.system, { id, patch: { percent: 2 }, expected: [1] }));
    expect(changed).to.include({ rate: 20_000, version: 2 });
  });

  it('of shipping methods are limited', async () => {
    const { unitOfWork } = makeMemoryStorage({ ids, languages });
    const { create } = makeRuleUseCases(shippingMethodKind, deps);
    await unitOfWork.run(async (tx) => {
      for (let count = 0; count < MAX_SHIPPING_METHODS; count += 1) await tx.shippingMethods.add(aShippingMethod());
    });
    const attempt = unitOfWork.run(create(Actor.system, { name: 'One more', tiers: [{ up_to: null, price: 1 }] }));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
  });
});
