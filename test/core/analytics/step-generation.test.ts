import { expect } from 'chai';
import fc from 'fast-check';
import type { Generation } from '#core/analytics/ports.ts';
import { stepGeneration } from '#core/analytics/steps/step-generation.ts';
import { countAll } from '../../support/builders/counted-figures.ts';
import { anOrderHistory, orderOf, storeSale } from '../../support/builders/sales-history.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('a step of a generation', () => {
  it('leaves one as it is that another process has completed meanwhile', async () => {
    const storage = await openMemoryStorage();
    for (const history of fc.sample(anOrderHistory, { numRuns: 3, seed: 1 })) {
      await storage.unitOfWork.run(storeSale(orderOf(history), history));
    }
    await countAll(storage);
    const [counted] = await storage.analyticsQueries.generations();
    const current = { ...(counted ?? expect.fail()), lastSubject: null };
    await storage.unitOfWork.run((tx) => tx.analytics.saveGeneration(current));
    const stale: Pick<Generation, 'number' | 'status'> = { number: current.number, status: 'building' };
    expect(await stepGeneration(storage.unitOfWork, stale)).to.equal('busy');
    expect(await storage.analyticsQueries.generations()).to.deep.equal([current]);
  });
});
