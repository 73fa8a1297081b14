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
});
