import { expect } from 'chai';
import { errorPathsOf } from '../../support/problems.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('postgres', 'products that are created with their variants at once', ({ app, databaseUrl }) => {
  it('share no SKU: one is stored whole, and the others not at all', async () => {
    const variants = (index: number) => [
      { options: { size: 'S' }, sku: `raced-${index}` },
      { options: { size: 'M' }, sku: 'raced' },
    ];
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        app().call('/api/products', { method: 'POST', body: { name: 'Raced', price: 1, variants: variants(index) } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(5).fill(409)]);
    for (const { status, json } of replies)
      if (status === 409) expect(errorPathsOf(json)).to.deep.equal(['/variants/1/sku']);
    expect(await runSql(databaseUrl(), `select id from products where name = 'Raced'`)).to.have.length(3);
  });

  it('are added to one product up to its limit', async () => {
    const { json: product } = await app().call('/api/products', { method: 'POST', body: { name: 'Filled', price: 1 } });
    const add = (part: number) => {
      const variants = Array.from({ length: 100 }, (_, index) => ({ options: { number: `${part} ${index}` } }));
      return app().call(`/api/products/${product.id}/variants`, { method: 'POST', body: { variants } });
    };
    const replies = await Promise.all([add(1), add(2), add(3)]);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 201, 422]);
    expect((await app().call(`/api/products/${product.id}`)).json).to.include({ version: 3 });
  });
});
