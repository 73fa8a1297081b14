import { expect } from 'chai';
import { countsOf, csvOf, importFile, productOf } from '../../support/builders/imports.ts';
import { onService } from '../../support/servers/on-service.ts';

/** More rows than a batch has. */
const OTHERS = Array.from({ length: 1_100 }, (_, index) => `${index}-of-many,Of many ${index},1,`);

onService('slugs of imports', ({ app }) => {
  const slugOf = async (sku: string): Promise<string> => (await productOf(app(), sku)).slug;

  for (const [where, name, between] of [
    ['the same batch', 'Blue Shirt', []],
    ['a later batch', 'Red Shirt', OTHERS],
  ] as const) {
    it(`go to the row that names them in ${where}, in a dry run too, and to the same products again`, async () => {
      const slug = name.toLowerCase().replace(' ', '-');
      const file = csvOf('sku,name,price,slug', `${slug}-a,${name},1,`, ...between, `${slug}-b,Other,1,${slug}`);
      const rows = between.length + 2;
      const created = { rows, created: rows, updated: 0, unchanged: 0, failed: 0 };
      expect(countsOf((await importFile(app(), file, { query: '?dry_run=true' })).json)).to.deep.equal(created);
      expect(countsOf((await importFile(app(), file)).json)).to.deep.equal(created);
      expect(await slugOf(`${slug}-b`)).to.equal(slug);
      expect(await slugOf(`${slug}-a`)).to.match(new RegExp(`^${slug}-\\w{8}$`));
      const again = { ...created, created: 0, unchanged: rows };
      expect(countsOf((await importFile(app(), file)).json)).to.deep.equal(again);
    });
  }

  it('go to the first of two rows that name them', async () => {
    const file = csvOf('sku,name,price,slug', 'n-1,One,1,named', 'n-2,Two,1,named', 'n-3,Named,1,');
    const { json } = await importFile(app(), file, { query: '?on_error=continue' });
    expect(countsOf(json)).to.include({ created: 2, failed: 1 });
    expect(json.errors).to.deep.equal([
      { line: 3, field: 'slug', code: 'any.unique', message: 'is already used by another product' },
    ]);
    expect(await slugOf('n-1')).to.equal('named');
  });
});
