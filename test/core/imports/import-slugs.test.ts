import { expect } from 'chai';
import type { RowFields } from '#core/imports/import-row.ts';
import { chunksOf, failureOf, openImports } from './imports-under-test.ts';

const NAMELESS = { sku: 'a', name: 'Blue Shirt', price: 1 };
const NAMING = { sku: 'b', name: 'B', slug: 'blue-shirt', price: 1 };
/** More rows than a batch has. */
const OTHERS = Array.from({ length: 1_100 }, (_, index) => ({ sku: `o${index}`, name: `other ${index}`, price: 1 }));

describe('the slugs of imported products', () => {
  let imports: Awaited<ReturnType<typeof openImports>>;
  beforeEach(async () => {
    imports = await openImports();
  });

  const productsOf = (...skus: readonly string[]) =>
    imports.unitOfWork.run((tx) => tx.products.getMany({ ids: [], skus }));

  const slugsOf = async (...skus: readonly string[]): Promise<string[]> =>
    (await productsOf(...skus)).map(({ slug }) => slug.replace(/-\d+$/, '-…'));

  const run = async (rows: readonly RowFields[]) => (await imports.run(chunksOf(rows), { onError: 'continue' })).import;

  for (const [where, between] of [
    ['of the same batch', []],
    ['of a later batch', OTHERS],
  ] as const) {
    it(`leave one that a row ${where} names to it, and a second run changes nothing`, async () => {
      const rows = [NAMELESS, ...between, NAMING];
      expect(await run(rows)).to.include({ created: rows.length, updated: 0, failed: 0 });
      expect(await slugsOf('a', 'b')).to.deep.equal(['blue-shirt-…', 'blue-shirt']);
      expect(await run(rows)).to.include({ created: 0, updated: 0, unchanged: rows.length, failed: 0 });
    });
  }

  it('say so in an event of the product that was already stored with its former slug', async () => {
    await run([NAMELESS, ...OTHERS, NAMING]);
    const [product] = await productsOf('a');
    const events = product === undefined ? [] : await imports.eventsOf(product.id);
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).to.deep.equal([
      '1 product.created',
      '2 product.updated',
    ]);
  });

  it('leave one to a product that existed before, in the same statement', async () => {
    await run([{ ...NAMING, slug: 'b' }]);
    expect(await run([NAMELESS, ...OTHERS, { sku: 'b', slug: 'blue-shirt' }])).to.include({ updated: 1, failed: 0 });
    expect(await slugsOf('a', 'b')).to.deep.equal(['blue-shirt', 'blue-shirt-…']);
  });

  it('leave one once the import continues after its process has ended', async () => {
    const rows = [NAMELESS, ...OTHERS, NAMING];
    await failureOf(imports.run(chunksOf(rows), { name: 'a', commits: 2 }));
    imports.clock.advance(10);
    const { import: ended } = await imports.run(chunksOf(rows), { name: 'a' });
    expect(ended).to.include({ status: 'completed', created: rows.length });
    expect(await slugsOf('a', 'b')).to.deep.equal(['blue-shirt-…', 'blue-shirt']);
  });

  it('stay if the row that names one is rejected for another reason', async () => {
    const rejected = { ...NAMING, currency: 'XXX' };
    expect(await run([NAMELESS, rejected, { ...NAMING, sku: 'c', name: 'C', slug: 'c' }])).to.include({ failed: 1 });
    expect(await slugsOf('a', 'c')).to.deep.equal(['blue-shirt', 'c']);
    // and may still be named
    expect(await run([NAMELESS, rejected, NAMING])).to.include({ created: 0, unchanged: 1, failed: 2 });
  });

  it('are rejected if a product has one by another row, another import or a request', async () => {
    const taken = { field: 'slug', code: 'any.unique', message: 'is already used by another product' };
    await run([NAMELESS]);
    await imports.create({ sku: 'd', name: 'Red Shirt', price: 1 });
    const ended = await run([
      NAMING,
      { ...NAMING, sku: 'c', slug: 'red-shirt' },
      { ...NAMING, sku: 'e', slug: 'green-shirt' },
      { ...NAMING, sku: 'f', slug: 'green-shirt' },
    ]);
    expect(ended.errors).to.deep.equal([1, 2, 4].map((line) => ({ line, ...taken })));
  });

  it('are extended where several rows have the same name', async () => {
    await run([NAMELESS, { ...NAMELESS, sku: 'b' }, NAMING, { ...NAMELESS, sku: 'c' }]);
    expect(await slugsOf('a', 'b', 'c')).to.deep.equal(['blue-shirt-…', 'blue-shirt', 'blue-shirt-…']);
  });
});
