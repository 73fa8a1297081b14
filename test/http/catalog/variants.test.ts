import { expect } from 'chai';
import { createProduct, itemsOf, order as orderItems, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('variants', ({ app }) => {
  const read = async (id: string, key?: string | null) =>
    app().call(`/api/products/${id}`, key === null ? { key } : {});
  const order = (id: string) => orderItems(app(), { items: itemsOf([{ id }]) });

  const aFamily = async () => {
    const parent = await createProduct(app(), { name: 'Variant shirt', price: 30 });
    const make = (size: string, fields: object) =>
      createProduct(app(), { name: `Variant shirt ${size}`, parent_id: parent.id, options: { size }, ...fields });
    const small = await make('S', { price: 20, stock: 1, sku: `${parent.id}-S` });
    const large = await make('L', { price: 25, stock: 0, compare_at_price: 35 });
    return { parent, small, large };
  };

  it('are products of their own, shown with their parent', async () => {
    const { parent, small, large } = await aFamily();
    expect(small).to.deep.include({ parent_id: parent.id, options: { size: 'S' } });
    const { json } = await read(parent.id);
    expect(json).to.include({ price: 30, price_min: 20, price_max: 25, available: true, version: 3 });
    const common = { compare_at_price: null, status: 'active', withdrawal_exemption: null };
    expect(json.variants).to.deep.equal([
      { ...common, id: small.id, options: { size: 'S' }, sku: small.sku, price: 20, stock: 1, available: true },
      {
        ...common,
        id: large.id,
        options: { size: 'L' },
        sku: null,
        price: 25,
        compare_at_price: 35,
        stock: 0,
        available: false,
      },
    ]);
    const shown = (await read(parent.id, null)).json.variants;
    const members = ['id', 'options', 'sku', 'price', 'compare_at_price', 'available', 'withdrawal_exemption'];
    expect(shown[0]).to.have.all.keys(members);
    const ids = `ids=${parent.id},${small.id}`;
    expect((await app().call(`/api/products?${ids}`)).json.data.map(({ id }: { id: string }) => id)).to.deep.equal([
      parent.id,
    ]);
  });

  it('are bought instead of their parent, with a snapshot of their options', async () => {
    const { parent, small } = await aFamily();
    const problem = expectProblem(await order(parent.id), 422, 'unknown_reference');
    expect(problem['detail']).to.include('must be one of the variants of the product');
    const { json, status } = await order(small.id);
    expect(status).to.equal(201);
    expect(json.items[0]).to.deep.include({ product_id: small.id, options: { size: 'S' } });
    expect((await read(parent.id)).json).to.deep.include({ available: false, version: 4 });
    expectProblem(await order(small.id), 409, 'insufficient_stock');
  });

  it('change the ETag of their parent with their stock, although its version stays', async () => {
    const { parent, large } = await aFamily();
    await patchProduct(app(), large.id, { stock: 5 });
    const before = await read(parent.id);
    expect((await order(large.id)).status).to.equal(201);
    const after = await read(parent.id);
    expect(after.json.version).to.equal(before.json.version);
    expect(after.json.variants[1].stock).to.equal(4);
    expect(after.headers.get('etag')).to.not.equal(before.headers.get('etag'));
  });

  it('are off sale and hidden while their parent is archived', async () => {
    const { parent, small } = await aFamily();
    await patchProduct(app(), parent.id, { status: 'archived' });
    expectProblem(await read(small.id, null), 404, 'not_found');
    expect((await read(small.id)).json.available).to.equal(false);
    expectProblem(await order(small.id), 422, 'unknown_reference');
    expect((await app().call(`/api/products?parent_id=${parent.id}`, { key: null })).json.data).to.deep.equal([]);
  });

  it('keep their parent from being deleted', async () => {
    const { parent } = await aFamily();
    expectProblem(await app().call(`/api/products/${parent.id}`, { method: 'DELETE' }), 409, 'conflict');
  });

  it('are rejected with options that are missing, taken or malformed', async () => {
    const { parent } = await aFamily();
    const post = (options: unknown) =>
      app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1, parent_id: parent.id, options } });
    expect(errorPathsOf(expectProblem(await post({ size: 's ' }), 409, 'already_exists'))).to.deep.equal(['/options']);
    for (const options of [{}, undefined]) {
      expect(errorPathsOf(expectProblem(await post(options), 422, 'validation_failed'))).to.deep.equal(['/options']);
    }
    for (const value of ['', ' ', 1, null, 'x'.repeat(101)]) {
      const problem = expectProblem(await post({ size: value }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/options/size']);
    }
  });
});
