import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Entry = Readonly<{ action: string; after: object }>;

onService('variants that are changed together', ({ app }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const aShirt = (fields: object = {}) =>
    createProduct(app(), {
      ...{ price: 20, ...fields },
      variants: ['S', 'M', 'L'].map((size) => ({ options: { size }, sku: `${Math.random()}`, stock: 5, cost: 3 })),
    });
  const change = (id: string, variants: readonly object[], { query = '', headers = {} } = {}) =>
    app().call(`/api/products/${id}/variants${query}`, { method: 'PATCH', body: { variants }, headers });
  const idsOf = ({ variants }: { variants: readonly { id: string }[] }) => variants.map(({ id }) => id);
  const eventsOf = async (id: string): Promise<string[]> => {
    const { json } = await app().call('/api/events?limit=100&type=product.*');
    const own = json.data.filter(({ resource_id }: { resource_id: string }) => resource_id === id);
    return own.map(({ type }: { type: string }) => type).reverse();
  };
  const auditOf = async (id: string): Promise<Entry[]> =>
    (await app().call(`/api/audit_log?resource_id=${id}`)).json.data.reverse();

  it('have their own changes, and are announced and audited like single ones', async () => {
    const shirt = await aShirt();
    const [small, medium, large] = idsOf(shirt);
    const { status, text, json } = await change(shirt.id, [
      { id: small, price: 22.5, sku: null, options: { size: 'XS' } },
      { id: medium, status: 'draft', low_stock_threshold: 2, stock_adjustment: { delta: -2, reason: 'Broken' } },
      { id: large, price: 20, stock: 5 },
    ]);
    expect(status, text).to.equal(200);
    expect(await read(shirt.id)).to.deep.equal(json);
    expect(json).to.include({ price_min: 20, price_max: 22.5 });
    expect(json.variants[0]).to.deep.include({ price: 22.5, sku: null, options: { size: 'XS' } });
    expect(json.variants[1]).to.include({ status: 'draft', stock: 3 });
    expect(json.variants[2]).to.deep.equal(shirt.variants[2]);
    expect(await read(small ?? '')).to.include({ cost: 3, version: 2 });
    expect(await eventsOf(small ?? '')).to.deep.equal(['product.created', 'product.updated']);
    expect(await eventsOf(medium ?? '')).to.deep.equal(['product.created', 'product.updated']);
    expect(await eventsOf(large ?? '')).to.deep.equal(['product.created']);
    expect(await eventsOf(shirt.id)).to.deep.equal(['product.created', 'product.updated']);
    const [, updated, adjusted, ...none] = await auditOf(medium ?? '');
    expect(updated?.action).to.equal('product.updated');
    expect(Object.keys(updated?.after ?? {}).sort()).to.deep.equal(['inherited', 'low_stock_threshold', 'status']);
    expect(adjusted).to.deep.include({ after: { stock: 3, delta: -2, reason: 'Broken' } });
    expect(none).to.deep.equal([]);
    const { data } = (await app().call(`/api/products/${medium}/stock_adjustments`)).json;
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ delta: -2, stock: 3, reason: 'Broken' });
    expect((await app().call(`/api/products/${small}/prices`)).json.data).to.have.length(2);
  });

  it('tell when a stock becomes low', async () => {
    const shirt = await aShirt();
    const [small = ''] = idsOf(shirt);
    await change(shirt.id, [{ id: small, low_stock_threshold: 2 }]);
    await change(shirt.id, [{ id: small, stock_adjustment: { delta: -3, reason: 'Broken' } }]);
    expect((await eventsOf(small)).at(-1)).to.equal('product.low_stock');
  });

  it('are refused with every error of all rows, and nothing is kept', async () => {
    const [shirt, other] = [await aShirt(), await aShirt()];
    const [small, medium, large] = idsOf(shirt);
    await patchProduct(app(), large ?? '', { stock: null });
    const before = await read(shirt.id);
    const { json } = await change(shirt.id, [
      { id: small, price: 1.001, cost: 0.005 },
      { id: medium, stock_adjustment: { delta: -6, reason: 'Broken' }, price: 5 },
      { id: large, stock_adjustment: { delta: 1, reason: 'Found' } },
      { id: idsOf(other)[0], price: 5 },
      { id: shirt.id, sku: other.variants[0].sku },
    ]);
    expect(json.code).to.equal('validation_failed');
    expect(errorPathsOf(json).sort()).to.deep.equal([
      '/variants/0/cost',
      '/variants/0/price',
      '/variants/1/stock_adjustment/delta',
      '/variants/2/stock_adjustment',
      '/variants/3/id',
      '/variants/4/id',
      '/variants/4/sku',
    ]);
    const duplicates = await change(shirt.id, [
      { id: small, sku: 'CV-twice', price: 6 },
      { id: medium, sku: 'CV-twice' },
      { id: large, sku: other.variants[0].sku, options: { size: 's' } },
    ]);
    const problem = expectProblem(duplicates, 409, 'already_exists');
    expect(errorPathsOf(problem).sort()).to.deep.equal(['/variants/1/sku', '/variants/2/options', '/variants/2/sku']);
    const both = await change(shirt.id, [{ id: small, stock: 4, stock_adjustment: { delta: 1, reason: 'Found' } }]);
    expect(errorPathsOf(both.json)).to.deep.equal(['/variants/0/stock_adjustment']);
    const twice = await change(shirt.id, [{ id: small }, { id: small }]);
    expect(errorPathsOf(twice.json)).to.deep.equal(['/variants/1']);
    expectProblem(await change(small ?? '', [{ id: small, price: 5 }]), 409, 'invalid_state');
    expect(await read(shirt.id)).to.deep.equal(before);
  });

  it('change only the version that the caller knows, if one is given', async () => {
    const shirt = await aShirt();
    const [small] = idsOf(shirt);
    const { headers } = await app().call(`/api/products/${shirt.id}`);
    const ifMatch = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    const first = await change(shirt.id, [{ id: small, price: 21 }], ifMatch);
    expect(first.status, first.text).to.equal(200);
    expectProblem(await change(shirt.id, [{ id: small, price: 22 }], ifMatch), 412, 'version_mismatch');
    const dry = await change(shirt.id, [{ id: small, price: 23 }], { query: '?dry_run=true' });
    expect(dry.json).to.deep.include({ dry_run: true, emits: ['product.updated', 'product.updated'] });
    expect((await read(shirt.id)).variants[0].price).to.equal(21);
  });

  it('are at most 250, in little time', async () => {
    const variants = Array.from({ length: 250 }, (_, index) => ({ options: { number: `${index}` }, stock: 1 }));
    const { id, variants: made } = await createProduct(app(), { price: 20, variants });
    const rows = made.map((variant: { id: string }, index: number) => ({
      ...{ id: variant.id, price: 30 + index, sku: `CV-${id}-${index}` },
      stock_adjustment: { delta: 1, reason: 'Delivery' },
    }));
    const started = performance.now();
    const { status, text, json } = await change(id, rows);
    expect(status, text.slice(0, 500)).to.equal(200);
    expect(performance.now() - started).to.be.lessThan(6_000);
    expect(json).to.include({ price_min: 30, price_max: 279 });
    const tooMany = await change(id, [...rows, { id }]);
    expect(errorPathsOf(expectProblem(tooMany, 422, 'validation_failed'))).to.deep.equal(['/variants']);
  });
});
