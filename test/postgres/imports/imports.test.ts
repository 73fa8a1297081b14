import { expect } from 'chai';
import { countsOf, csvOf, importFile, NDJSON, ndjsonOf, productOf } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('postgres', 'imports beside other writers', ({ app }) => {
  it('lose no good row to a product that is created meanwhile', async () => {
    const skus = Array.from({ length: 2_000 }, (_, index) => `R-${index}`);
    const file = csvOf('sku,name,price,stock_delta', ...skus.map((sku) => `${sku},imported,1,1`));
    const creations = async (): Promise<number> => {
      let created = 0;
      for (let index = 1_999; index > 0; index -= 40) {
        const body = { sku: `R-${index}`, name: 'created', price: 1, stock: 0 };
        created += (await app().call('/api/products', { method: 'POST', body })).status === 201 ? 1 : 0;
      }
      return created;
    };
    const [{ json }, created] = await Promise.all([
      importFile(app(), file, { query: '?on_error=continue' }),
      creations(),
    ]);
    expect(countsOf(json)).to.include({ rows: 2_000, created: 2_000 - created, updated: created, failed: 0 });
    for (const sku of ['R-0', 'R-1999', 'R-1959']) expect(await productOf(app(), sku)).to.include({ stock: 1 });
  });

  it('apply every delta of several imports of the same products, in any order', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    for (const number of [0, 299]) await createProduct(app(), { sku: `P-${number}`, name: 'a', price: 1, stock: 10 });
    const rows = numbers.map((number) => ({ sku: `P-${number}`, name: `name ${number}`, price: 1, stock_delta: 1 }));
    const files = [rows, rows.toReversed(), rows];
    const replies = await Promise.all(files.map((file) => importFile(app(), ndjsonOf(...file), { type: NDJSON })));
    for (const { json } of replies) expect(json.status, JSON.stringify(json)).to.equal('completed');
    expect(await productOf(app(), 'P-0')).to.include({ stock: 13 });
    expect(await productOf(app(), 'P-150')).to.include({ stock: 3 });
  });

  it('leave a slug to one of two imports and a request that name it or make it of a name, and lose no other row', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [name, slug] = [`Contested ${round}`, `contested-${round}`];
      const fileOf = (kind: string, last: string): string =>
        csvOf(
          'sku,name,price,slug',
          `${slug}-${kind}-first,${name},1,`,
          ...Array.from({ length: 300 }, (_, index) => `${slug}-${kind}-${index},${name},1,`),
          last,
        );
      const [naming, making, posted] = await Promise.all([
        importFile(app(), fileOf('x', `${slug}-naming,other,1,${slug}`), { query: '?on_error=continue' }),
        importFile(app(), fileOf('y', `${slug}-making,${name},1,`), { query: '?on_error=continue' }),
        app().call('/api/products', { method: 'POST', body: { sku: `${slug}-posted`, name: 'other', price: 1, slug } }),
      ]);
      expect(countsOf(making.json)).to.include({ rows: 302, created: 302, failed: 0 });
      const owners = (await app().call(`/api/products?slug=${slug}`)).json.data;
      expect(owners).to.have.length(1);
      // who made it of a name keeps it from who named it later, but for the row of the same import
      const isNamed = owners[0].sku === `${slug}-naming`;
      expect(countsOf(naming.json)).to.include({ rows: 302, created: isNamed ? 302 : 301, failed: isNamed ? 0 : 1 });
      expect(posted.status, JSON.stringify(posted.json)).to.equal(owners[0].sku === `${slug}-posted` ? 201 : 409);
    }
  });
});
