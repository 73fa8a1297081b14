import { expect } from 'chai';
import { createDatabase } from '../support/postgres.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

for (const storage of ['memory', 'postgres']) {
  describe(`products over HTTP on ${storage}`, () => {
    let app: TestApp;

    before(async () => {
      app = await startApp(storage === 'postgres' ? { DATABASE_URL: await createDatabase() } : {});
    });
    after(() => app.stop());

    it('gives back a product as it was made', async () => {
      const body = { name: 'Linen shirt', price: 19.99, category: 'Shirts', stock: 3, attributes: { colour: 'blue' } };
      const made = await app.call('/api/products', { method: 'POST', body });
      expect(made.status).to.equal(201);
      expect(made.json).to.include({ name: 'Linen shirt', price: 19.99, currency: 'USD', category: 'Shirts', version: 1 });
      const read = await app.call(made.headers.get('location') ?? '');
      expect(read.status).to.equal(200);
      expect(read.json).to.deep.equal(made.json);
      expect(read.headers.get('etag')).to.equal('"1"');
    });
  });
}
