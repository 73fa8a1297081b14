import { expect } from 'chai';
import { createProduct, itemsOf, order as orderItems } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Every combination of so many sizes and colours. */
const combinations = (sizes: number, colours: number) =>
  Array.from({ length: sizes * colours }, (_, index) => ({
    options: { size: `Size ${index % sizes}`, colour: `Colour ${Math.floor(index / sizes)}` },
  }));

onService('a product with its variants', ({ app }) => {
  const post = (path: string, body: object, { query = '', headers = {} } = {}) =>
    app().call(`/api/products${path}${query}`, { method: 'POST', body, headers });
  const create = (variants: readonly object[], fields: object = {}) =>
    post('', { name: 'Shirt', price: 20, ...fields, variants });
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const eventTypes = async (id: string): Promise<string[]> => {
    const { json } = await app().call('/api/events?limit=100&type=product.*');
    const own = json.data.filter(({ resource_id }: { resource_id: string }) => resource_id === id);
    return own.map(({ type }: { type: string }) => type).reverse();
  };

  it('is created in one request, and shown as it is read', async () => {
    const { status, text, json } = await create(
      [
        { options: { size: 'S', colour: 'blue' }, sku: 'NV-S', stock: 3, barcode: '4006381333931', cost: 5 },
        { options: { size: 'M', colour: 'blue' }, price: 25, compare_at_price: 30, metadata: { bin: '7' } },
        { options: { size: 'L', colour: 'blue' }, status: 'draft', weight: 2, images: ['https://shop.example/l.png'] },
      ],
      { category: 'Tops > Shirts', weight: 1, weight_unit: 'kg', tax_category: 'textiles' },
    );
    expect(status, text).to.equal(201);
    expect(json).to.include({ version: 1, price_min: 20, price_max: 25, available: true });
    expect(json.variants.map(({ options }: { options: object }) => JSON.stringify(options))).to.deep.equal([
      '{"size":"S","colour":"blue"}',
      '{"size":"M","colour":"blue"}',
      '{"size":"L","colour":"blue"}',
    ]);
    expect(await read(json.id)).to.deep.equal(json);
    const [small, medium, large] = await Promise.all(json.variants.map(({ id }: { id: string }) => read(id)));
    const shared = { name: 'Shirt', parent_id: json.id, category: 'Shirts', tax_category: 'textiles', version: 1 };
    expect(small).to.include({
      ...shared,
      price: 20,
      status: 'active',
      stock: 3,
      cost: 5,
      weight: 1,
      weight_unit: 'kg',
    });
    expect(medium).to.deep.include({ ...shared, price: 25, compare_at_price: 30, metadata: { bin: '7' } });
    expect(large).to.deep.include({ status: 'draft', weight: 2, images: ['https://shop.example/l.png'] });
    expect(new Set([json, small, medium, large].map(({ slug }) => slug)).size).to.equal(4);
    expect(await eventTypes(json.id)).to.deep.equal(['product.created']);
    expect(await eventTypes(large.id)).to.deep.equal(['product.created']);
    const audited = (await app().call(`/api/audit_log?resource_id=${medium.id}`)).json.data;
    expect(audited.map(({ action }: { action: string }) => action)).to.deep.equal(['product.created']);
    expect((await app().call(`/api/products/${medium.id}/prices`)).json.data).to.have.length(1);
    expect((await app().call('/api/products?q=NV-S')).json.data.map(({ id }: { id: string }) => id)).to.include(
      json.id,
    );
    expect((await orderItems(app(), { items: itemsOf([{ id: small.id }]) })).status).to.equal(201);
  });

  it('gets further variants, which have the status of the product, in one request', async () => {
    const { json: product } = await create([{ options: { size: 'S' } }], { status: 'draft' });
    const path = `/${product.id}/variants`;
    const { status, text, json } = await post(path, {
      variants: [{ options: { Size: 'M' } }, { options: { size: 'L' } }],
    });
    expect(status, text).to.equal(201);
    expect(json.variants.map(({ status: each }: { status: string }) => each)).to.deep.equal(Array(3).fill('draft'));
    expect(await read(product.id)).to.deep.equal(json);
    expect(await eventTypes(product.id)).to.deep.equal(['product.created', 'product.updated']);
    const ofVariant = await post(`/${json.variants[0].id}/variants`, { variants: [{ options: { size: 'XL' } }] });
    expectProblem(ofVariant, 409, 'invalid_state');
    const again = await post(path, { variants: [{ options: { size: 'XL' } }, { options: { size: ' l' } }] });
    expect(errorPathsOf(expectProblem(again, 422, 'validation_failed'))).to.deep.equal(['/variants/1/options']);
    const unlike = await post(path, { variants: [{ options: { colour: 'blue' } }] });
    expect(unlike.json.errors[0].message).to.equal('must have the options of the other variants: size');
  });

  it('is refused with every error of all variants, and nothing is kept', async () => {
    const taken = await createProduct(app(), { sku: 'NV-taken' });
    const { json } = await create([
      { options: { size: 'S' }, price: 1.001, sku: 'NV-twice' },
      { options: { size: 's' }, sku: 'NV-twice' },
      { options: { size: 'M', colour: 'red' }, cost: 0.005 },
    ]);
    expect(errorPathsOf(json).sort()).to.deep.equal([
      '/variants/0/price',
      '/variants/1/options',
      '/variants/1/sku',
      '/variants/2/cost',
      '/variants/2/options',
    ]);
    const duplicates = await create([
      { options: { size: 'S' }, sku: 'NV-free' },
      { options: { size: 'M' }, sku: taken.sku },
    ]);
    expect(errorPathsOf(expectProblem(duplicates, 409, 'already_exists'))).to.deep.equal(['/variants/1/sku']);
    const own = await create([{ options: { size: 'S' }, sku: 'NV-own' }], { sku: 'NV-own' });
    expect(errorPathsOf(own.json)).to.deep.equal(['/variants/0/sku']);
    expect((await app().call('/api/products?sku=NV-free')).json.data).to.deep.equal([]);
    const body = { name: 'Shirt', price: 20, variants: [{ options: { size: 'S' } }] };
    const replaced = await app().call(`/api/products/${taken.id}`, { method: 'PUT', body });
    expect(errorPathsOf(expectProblem(replaced, 422, 'validation_failed'))).to.deep.equal(['/variants']);
    const nested = await create([{ options: { size: 'S' } }], { parent_id: taken.id, options: { size: 'XS' } });
    expect(errorPathsOf(nested.json)).to.deep.equal(['/variants']);
  });

  it('has at most 250 variants, in a request and in all', async () => {
    const started = performance.now();
    const { status, text, json } = await create(combinations(25, 10));
    const elapsed = performance.now() - started;
    expect(status, text.slice(0, 500)).to.equal(201);
    expect(elapsed).to.be.lessThan(4_000);
    expect(json.variants).to.have.length(250);
    const more = await post(`/${json.id}/variants`, { variants: [{ options: { size: 'XL', colour: 'red' } }] });
    expect(errorPathsOf(expectProblem(more, 422, 'validation_failed'))).to.deep.equal(['/variants']);
    const tooMany = await create(combinations(251, 1));
    expect(errorPathsOf(expectProblem(tooMany, 422, 'validation_failed'))).to.deep.equal(['/variants']);
  });

  it('is created once for an idempotency key, and not at all in a dry run', async () => {
    const variants = [{ options: { size: 'S' }, sku: 'NV-once' }];
    const dry = await post('', { name: 'Shirt', price: 20, variants }, { query: '?dry_run=true' });
    expect(dry.json).to.deep.include({ dry_run: true, emits: ['product.created', 'product.created'] });
    expect(dry.json.variants).to.have.length(1);
    const headers = { 'Idempotency-Key': 'variants-once' };
    const first = await post('', { name: 'Shirt', price: 20, variants }, { headers });
    expect(first.status, first.text).to.equal(201);
    const second = await post('', { name: 'Shirt', price: 20, variants }, { headers });
    expect(second.text).to.equal(first.text);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
  });
});
