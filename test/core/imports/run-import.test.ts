import { expect } from 'chai';
import fc from 'fast-check';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { runs } from '../../support/extent.ts';
import { chunksOf, failureOf, openImports, ProcessEnded } from './imports-under-test.ts';

const ROWS = Array.from({ length: 3_300 }, (_, index) => ({
  sku: `sku-${index % 1_500}`,
  name: `name ${index % 1_500}`,
  price: 1,
  stock_delta: 1,
}));

describe('runImport', () => {
  it('applies each delta once, whenever its process ends and however the rows arrive', async () => {
    const commits = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(commits, fc.integer({ min: 1, max: 4_000 }), async (ends, size) => {
        const imports = await openImports();
        for (const end of ends) {
          const error = await failureOf(imports.run(chunksOf(ROWS, size), { name: 'a', commits: end })).catch(() => {});
          if (error !== undefined) expect(error).to.be.instanceOf(ProcessEnded);
          // the lease of the ended process expires
          imports.clock.advance(10);
        }
        const { import: ended } = await imports.run(chunksOf(ROWS), { name: 'a' });
        expect(ended).to.include({ status: 'completed', rows: 3_300, created: 1_500, updated: 1_800, failed: 0 });
        expect(await imports.stocks('sku-0', 'sku-299', 'sku-300', 'sku-1499')).to.deep.equal([3, 3, 2, 2]);
      }),
      { numRuns: runs(15) },
    );
  });

  it('is refused under the name of an import that runs elsewhere, until its lease expires', async () => {
    const imports = await openImports();
    await failureOf(imports.run(chunksOf(ROWS), { name: 'a', commits: 2 }));
    const error = await failureOf(imports.run(chunksOf(ROWS), { name: 'a' }));
    expect(error).to.be.instanceOf(IdempotencyConflict).and.include({ reason: 'in_progress' });
    imports.clock.advance(10);
    expect((await imports.run(chunksOf(ROWS), { name: 'a' })).import.status).to.equal('completed');
  });

  it('is refused for other rows than those that are stored, and continues with the right ones', async () => {
    const imports = await openImports();
    await failureOf(imports.run(chunksOf(ROWS), { name: 'a', commits: 3 }));
    imports.clock.advance(10);
    const [first = ROWS[0], ...others] = ROWS;
    for (const rows of [[{ ...first, price: 2 }, ...others], others, ROWS.slice(0, 1_999), []]) {
      const error = await failureOf(imports.run(chunksOf(rows as typeof ROWS), { name: 'a' }));
      expect(error).to.be.instanceOf(IdempotencyConflict).and.include({ reason: 'reused' });
    }
    const { import: ended } = await imports.run(chunksOf(ROWS), { name: 'a' });
    expect(ended).to.include({ status: 'completed', rows: 3_300 });
  });

  it('ends after the batch in progress when the service stops, and is marked as interrupted', async () => {
    const imports = await openImports();
    const { import: ended } = await imports.run(chunksOf(ROWS), { name: 'a', isStopping: () => true });
    expect(ended).to.include({ status: 'interrupted', rows: 1_000, lease: null });
    const { import: resumed } = await imports.run(chunksOf(ROWS), { name: 'a' });
    expect(resumed).to.include({ id: ended.id, status: 'completed', rows: 3_300 });
  });

  it('is marked as interrupted when its rows end with an error', async () => {
    const imports = await openImports();
    const cut = async function* () {
      yield* chunksOf(ROWS.slice(0, 1_500));
      throw new Error('cut');
    };
    expect(await failureOf(imports.run(cut(), { name: 'a' }))).to.have.property('message', 'cut');
    const { items } = await imports.importQueries.list({ filter: {}, page: { limit: 1 } });
    expect(JSON.parse(items[0] ?? '')).to.include({ status: 'interrupted', rows: 1_000 });
  });

  it('is marked as interrupted once its process has ended', async () => {
    const imports = await openImports();
    await failureOf(imports.run(chunksOf(ROWS), { commits: 2 }));
    expect(await imports.endAbandoned()).to.equal(0);
    imports.clock.advance(10);
    expect(await imports.endAbandoned()).to.equal(1);
    expect(await imports.endAbandoned()).to.equal(0);
    expect((await imports.audited()).map(({ action }) => action)).to.deep.equal([
      'import.started',
      'import.interrupted',
    ]);
  });

  it('ends with the rows that are stored when it is cancelled meanwhile', async () => {
    const imports = await openImports();
    const cancelling = async function* () {
      yield* chunksOf(ROWS.slice(0, 2_000), 2_000);
      const { items } = await imports.importQueries.list({ filter: {}, page: { limit: 1 } });
      await imports.cancel(JSON.parse(items[0] ?? '').id);
      yield* chunksOf(ROWS.slice(2_000));
    };
    const { import: ended } = await imports.run(cancelling());
    expect(ended.status).to.equal('cancelled');
    expect(ended.rows).to.be.below(3_300);
  });

  it('applies several rows of a product in order, with one event for those that are written together', async () => {
    const imports = await openImports();
    const rows = [
      { sku: 'a', name: 'one', price: 1 },
      { sku: 'a', name: 'two' },
      { sku: 'a', name: 'two' },
      { sku: 'a', price: 3 },
    ];
    const { import: ended } = await imports.run(chunksOf(rows));
    expect(ended).to.include({ created: 1, updated: 2, unchanged: 1 });
    const [product] = await imports.unitOfWork.run((tx) => tx.products.getMany({ ids: [], skus: ['a'] }));
    expect(product).to.include({ name: 'two', version: 3 });
    const events = product === undefined ? [] : await imports.eventsOf(product.id);
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).to.deep.equal([
      '1 product.created',
      '2 product.updated',
    ]);
  });
});
