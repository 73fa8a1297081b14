import { expect } from 'chai';
import { createKey, createProduct, stockOf } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('stock adjustments', ({ app }) => {
  const adjust = (id: string, body: object, query = '') =>
    app().call(`/api/products/${id}/stock_adjustments${query}`, { method: 'POST', body });

  it('add to the stock, and are listed with actor and reason, the newest first', async () => {
    const product = await createProduct(app(), { stock: 5 });
    const reply = await adjust(product.id, { delta: -2, reason: 'Broken' });
    expect(reply.status).to.equal(201);
    expect(reply.json).to.include({ object: 'stock_adjustment', product_id: product.id, delta: -2, stock: 3 });
    expect(reply.json.actor).to.include({ kind: 'api_key' });
    await adjust(product.id, { delta: 10, reason: 'Delivery' });
    expect(await stockOf(app(), product)).to.equal(13);
    const { data } = (await app().call(`/api/products/${product.id}/stock_adjustments`)).json;
    expect(data.map(({ reason, stock }: { reason: string; stock: number }) => [reason, stock])).to.deep.equal([
      ['Delivery', 13],
      ['Broken', 3],
    ]);
    expect(data[1]).to.deep.equal(reply.json);
  });

  it('never reduce the stock below zero, also concurrently', async () => {
    const product = await createProduct(app(), { stock: 5 });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => adjust(product.id, { delta: -1, reason: 'Sold in the shop' })),
    );
    expect(replies.filter(({ status }) => status === 201)).to.have.length(5);
    for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 409, 'insufficient_stock');
    expect(await stockOf(app(), product)).to.equal(0);
  });

  it('are refused for untracked stock and unknown products', async () => {
    const { id } = await createProduct(app());
    expectProblem(await adjust(id, { delta: 1, reason: 'x' }), 409, 'invalid_state');
    expectProblem(await adjust('prod_01h455vb4pex5vsknk084sn02q', { delta: 1, reason: 'x' }), 404, 'not_found');
  });

  it('need a whole delta other than zero and a reason', async () => {
    const { id } = await createProduct(app(), { stock: 5 });
    for (const delta of [0, 0.5, '1', null, 1e10]) {
      const problem = expectProblem(await adjust(id, { delta, reason: 'x' }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/delta']);
    }
    expect(errorPathsOf(expectProblem(await adjust(id, {}), 422, 'validation_failed'))).to.deep.equal([
      '/delta',
      '/reason',
    ]);
  });

  it('can be dry-run', async () => {
    const product = await createProduct(app(), { stock: 5, low_stock_threshold: 2 });
    const { json } = await adjust(product.id, { delta: -3, reason: 'x' }, '?dry_run=true');
    expect(json).to.deep.include({ stock: 2, emits: ['product.updated', 'product.low_stock'] });
    expect(await stockOf(app(), product)).to.equal(5);
  });

  it('need products:write, and their list, stock_max and low_stock need products:read', async () => {
    const product = await createProduct(app(), { stock: 1 });
    const { key } = await createKey(app(), { scopes: ['categories:write'] });
    const path = `/api/products/${product.id}/stock_adjustments`;
    expectProblem(await app().call(path, { key }), 403, 'insufficient_scope');
    const post = { method: 'POST', body: { delta: 1, reason: 'x' }, key };
    expectProblem(await app().call(path, post), 403, 'insufficient_scope');
    for (const filter of ['stock_max=5', 'low_stock=true', 'low_stock=false']) {
      expectProblem(await app().call(`/api/products?${filter}`, { key }), 403, 'insufficient_scope');
    }
  });

  it('change what stock_max lists, of variants too', async () => {
    const category = 'Counted';
    const low = await createProduct(app(), { stock: 2, category });
    await createProduct(app(), { stock: 9, category });
    await createProduct(app(), { category });
    const parent = await createProduct(app(), { stock: 0, category });
    const variant = await createProduct(app(), { parent_id: parent.id, options: { size: 'M' }, stock: 4 });
    const listed = async (stock: number | string) => {
      const path = `/api/products?category=${category}&stock_max=${stock}&sort=created_at`;
      return (await app().call(path)).json.data.map(({ id }: { id: string }) => id);
    };
    expect(await listed(2)).to.deep.equal([low.id]);
    expect(await listed(4)).to.deep.equal([low.id, parent.id]);
    await adjust(variant.id, { delta: 3, reason: 'Delivery' });
    expect(await listed('6.5')).to.deep.equal([low.id]);
    const own = `/api/products?parent_id=${parent.id}&stock_max=7`;
    expect((await app().call(own)).json.data).to.have.length(1);
  });
});
