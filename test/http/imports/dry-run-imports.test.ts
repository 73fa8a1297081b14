import { expect } from 'chai';
import { countsOf, csvOf, importFile, NDJSON, ndjsonOf } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Rows that fill a batch, so that the rows before and after them are in different ones. */
const fillingRows = (name: string): object[] =>
  Array.from({ length: 1_000 }, (_, index) => ({ sku: `${name}-FILL-${index}`, name: 'a', price: 1 }));

onService('a dry run of an import with several batches', ({ app }) => {
  /** Imports a file as a dry run, and then really. @returns the result, which must be the same. */
  const importTwice = async (file: string, type: string) => {
    const options = { type, query: '?on_error=continue' };
    const tried = (await importFile(app(), file, { ...options, query: '?on_error=continue&dry_run=true' })).json;
    const { json } = await importFile(app(), file, options);
    expect(tried, JSON.stringify(tried)).to.include({ dry_run: true, status: 'completed' });
    expect(countsOf(tried)).to.deep.equal(countsOf(json));
    expect(tried.errors).to.deep.equal(json.errors);
    return json;
  };

  it('counts a product of several rows as a real run does', async () => {
    const fields = { sku: 'OLD', name: 'a', price: 2, attributes: { a: '1', b: '2' }, stock: 5 };
    const { id } = await createProduct(app(), { ...fields, category: 'Old' });
    const file = ndjsonOf(
      { sku: 'NEW', name: 'a', price: 1, stock: 1, category: 'New category', attributes: { a: '1' } },
      { sku: 'OLD', attributes: { a: null }, category: 'New category', stock_delta: -5 },
      ...fillingRows('A'),
      { sku: 'NEW', name: 'a', price: 1, stock: 1, category: 'New category', attributes: { a: '1' } },
      { id, price: 2, attributes: { b: '2', a: null }, category: 'New category', stock: 0 },
      { sku: 'NEW', stock_delta: -1 },
      ...fillingRows('B'),
      { sku: 'NEW', stock_delta: -1 },
      { id, stock_delta: -1 },
      { sku: 'NEW', stock: 0 },
      { sku: 'A-FILL-7', slug: 'seventh' },
      ...fillingRows('C'),
      { sku: 'A-FILL-7', slug: 'seventh' },
      { sku: 'A-FILL-8', slug: 'seventh' },
    );
    const json = await importTwice(file, NDJSON);
    expect(countsOf(json)).to.deep.equal({ rows: 3_011, created: 3_001, updated: 3, unchanged: 4, failed: 3 });
  });

  it('finds the parents of variants, and the variants whose options are taken', async () => {
    const { sku } = await createProduct(app(), { sku: 'STORED', name: 'Stored', price: 1 });
    const skus = [sku, ...Array.from({ length: 599 }, (_, index) => `PARENT-${index}`)];
    const parents = skus.map((each) => `${each},,Parent,1,,active`);
    const variants = (size: string) => skus.map((each) => `${each}-${size},${each},Variant,1,${size},active`);
    const file = csvOf(
      'sku,parent_sku,name,price,options.size,status',
      ...parents,
      ...variants('S'),
      ...variants('M'),
      `${sku}-X,${sku},Variant,1,S,active`,
      'PARENT-7-X,PARENT-7,Variant,1,M,active',
      'PARENT-8,,Parent,1,,archived',
      'PARENT-8-S,PARENT-8,Variant,1,S,active',
      'PARENT-9-S,MISSING,Variant,1,S,active',
    );
    const json = await importTwice(file, 'text/csv');
    expect(countsOf(json)).to.deep.equal({ rows: 1_805, created: 1_799, updated: 2, unchanged: 1, failed: 3 });
    expect(json.errors.map(({ line, field }: Record<string, unknown>) => `${line} ${field}`)).to.deep.equal([
      '1802 options',
      '1803 options',
      '1806 parent_sku',
    ]);
  });
});
