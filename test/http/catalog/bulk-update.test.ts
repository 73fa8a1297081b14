import { expect } from 'chai';
import { csvOf, importFile } from '../../support/builders/imports.ts';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('bulk updates of products', ({ app }) => {
  const update = (filter: object, changes: object, { query = '', key = '' } = {}) =>
    app().call(`/api/products/bulk_update${query}`, {
      method: 'POST',
      body: { filter, changes },
      headers: key === '' ? {} : { 'Idempotency-Key': key },
    });
  const productOf = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const pricesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await productOf(id)).price));

  it('change the price of all products of a filter by percent, half a minor unit up', async () => {
    const ids: string[] = [];
    for (const fields of [{ price: 0.05 }, { price: 19.99 }, { price: 0 }, { price: 5, currency: 'JPY' }]) {
      ids.push((await createProduct(app(), { ...fields, category: 'Percent' })).id);
    }
    const other = await createProduct(app(), { price: 10, category: 'Other' });
    const reply = await update({ category: ['Percent'] }, { price_percent: -10 });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.json).to.deep.equal({ object: 'bulk_update', matched: 4, variants: 0, updated: 1, unchanged: 3 });
    expect(await pricesOf(ids)).to.deep.equal([0.05, 17.99, 0, 5]);
    expect((await productOf(other.id)).version).to.equal(1);
    expect((await update({ ids }, { price_percent: 150 })).json).to.include({ updated: 3 });
    expect(await pricesOf(ids)).to.deep.equal([0.13, 44.98, 0, 13]);
    const { data } = (await app().call('/api/events?type=product.updated&limit=100')).json;
    expect(data.filter(({ data: { id } }: { data: { id: string } }) => ids.includes(id))).to.have.length(4);
    expect((await productOf(ids[1] ?? '')).lowest_price_30d).to.equal(undefined);
    await update({ ids }, { price: 3 });
    expect(await productOf(ids[1] ?? '')).to.include({ price: 3, lowest_price_30d: 17.99 });
  });

  it('change the price of variants with their product, and the status of those that inherit it', async () => {
    const parent = await createProduct(app(), { name: 'Jacket', price: 100, sku: 'J', attributes: { line: 'winter' } });
    const variants: string[] = [];
    for (const [size, price, own] of [
      ['S', 100, { status: 'active' }],
      ['M', 120, {}],
    ] as const) {
      const variant = { name: size, price, parent_id: parent.id, options: { size }, ...own };
      variants.push((await createProduct(app(), variant)).id);
    }
    const filter = { attributes: { line: 'winter' } };
    expect((await update(filter, { price_percent: -50, status: 'archived' })).json).to.deep.equal({
      object: 'bulk_update',
      matched: 1,
      variants: 2,
      updated: 3,
      unchanged: 0,
    });
    expect(await productOf(parent.id)).to.include({ price: 50, status: 'archived', available: false });
    expect((await productOf(parent.id)).variants.map(({ price }: { price: number }) => price)).to.deep.equal([50, 60]);
    expect(await pricesOf(variants)).to.deep.equal([50, 60]);
    expect(await productOf(variants[0] ?? '')).to.include({ status: 'active', available: false });
    expect(await productOf(variants[1] ?? '')).to.include({ status: 'archived', available: false });
    expect((await update({ parent_id: parent.id }, { status: 'draft' })).json).to.include({ matched: 2, updated: 2 });
    expect(await productOf(parent.id)).to.include({ status: 'archived' });
    expect((await update(filter, { status: 'active' })).json).to.include({ matched: 1, variants: 0, updated: 1 });
  });

  it('take the filters of the list', async () => {
    const { id } = await createProduct(app(), { name: 'Aubergine basket', price: 77.5, stock: 2, sku: 'F-1' });
    for (const filter of [
      { q: 'aubergine' },
      { price_min: 77.5, price_max: 77.5, currency: 'USD' },
      { sku: 'F-1', status: 'active', available: true },
      { ids: [id], stock_max: 2, created_from: '2020-01-01T00:00:00Z' },
      { slug: 'aubergine-basket' },
    ]) {
      const { json } = await update(filter, { price: 77.5 });
      expect(json, JSON.stringify(filter)).to.include({ matched: 1, updated: 0, unchanged: 1 });
    }
    expect((await update({ sku: 'nothing' }, { price: 1 })).json).to.include({ matched: 0, updated: 0 });
  });

  it('are refused without a filter, and for changes that are none', async () => {
    for (const [filter, changes, path] of [
      [{}, { price: 1 }, '/filter'],
      [{ all: false }, { price: 1 }, '/filter/all'],
      [{ all: true, sku: 'x' }, { price: 1 }, '/filter/all'],
      [{ colour: 'red' }, { price: 1 }, '/filter/colour'],
      [{ ids: [] }, { price: 1 }, '/filter/ids'],
      [{ category: 'Shirts' }, { price: 1 }, '/filter/category'],
      [{ all: true }, {}, '/changes'],
      [{ all: true }, { price: -1 }, '/changes/price'],
      [{ all: true }, { price: 1, price_percent: 1 }, '/changes/price_percent'],
      [{ all: true }, { price_percent: -100 }, '/changes/price_percent'],
      [{ all: true }, { price_percent: 1_000.01 }, '/changes/price_percent'],
      [{ all: true }, { price_percent: 0.125 }, '/changes/price_percent'],
      [{ all: true }, { status: 'gone' }, '/changes/status'],
      [{ all: true }, { name: 'x' }, '/changes/name'],
    ] as const) {
      const problem = expectProblem(await update(filter, changes), 422, 'validation_failed');
      expect(errorPathsOf(problem), JSON.stringify([filter, changes])).to.deep.equal([path]);
    }
    const key = (await createKey(app(), { scopes: ['products:read'] })).key;
    const reply = await app().call('/api/products/bulk_update', {
      method: 'POST',
      body: { filter: { all: true }, changes: { price: 1 } },
      key,
    });
    expectProblem(reply, 403, 'insufficient_scope');
  });

  it('change nothing if one product cannot have its price', async () => {
    const fields = { attributes: { group: 'mixed' }, price: 10 };
    const { id } = await createProduct(app(), fields);
    await createProduct(app(), { ...fields, currency: 'JPY', sku: 'YEN' });
    const problem = expectProblem(
      await update({ attributes: { group: 'mixed' } }, { price: 1.5 }),
      422,
      'validation_failed',
    );
    expect(errorPathsOf(problem)).to.deep.equal(['/changes/price']);
    expect(problem.detail).to.include('must have at most 0 decimals in JPY for the product YEN');
    expect(await productOf(id)).to.include({ price: 10, version: 1 });
  });

  it('apply once under an idempotency key, and not at all as a dry run', async () => {
    const { id } = await createProduct(app(), { price: 100, sku: 'ONCE' });
    const tried = await update({ sku: 'ONCE' }, { price_percent: 10 }, { query: '?dry_run=true' });
    expect(tried.json).to.deep.include({ updated: 1, dry_run: true, emits: ['product.updated'] });
    expect(await productOf(id)).to.include({ price: 100 });
    for (const _ of [1, 2]) {
      expect((await update({ sku: 'ONCE' }, { price_percent: 10 }, { key: 'once' })).json).to.include({ updated: 1 });
    }
    expect(await productOf(id)).to.include({ price: 110, version: 2 });
  });

  it('are one entry of the audit log, with filter and changes', async () => {
    const { id } = await createProduct(app(), { price: 100, sku: 'LOGGED' });
    await update({ sku: 'LOGGED' }, { price: 90 });
    const [entry] = (await app().call('/api/audit_log?action=product.bulk_updated&limit=1')).json.data;
    expect(entry.after).to.deep.equal({
      filter: { sku: 'LOGGED' },
      changes: { price: 90 },
      matched: 1,
      variants: 0,
      updated: 1,
    });
    const own = (await app().call(`/api/audit_log?resource_id=${id}`)).json.data;
    expect(own.map(({ action }: { action: string }) => action)).to.deep.equal(['product.created']);
  });

  it('change at most 1,000 products', async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => `MANY-${index},name ${index},10,Many`);
    await importFile(app(), csvOf('sku,name,price,category', ...rows));
    const problem = expectProblem(await update({ category: ['Many'] }, { price: 5 }), 422, 'validation_failed');
    expect(errorPathsOf(problem)).to.deep.equal(['/filter']);
    expect(problem.detail).to.include('matches 1001 products, and at most 1000 can change together');
    await update({ sku: 'MANY-0' }, { price: 1 });
    const { json } = await update({ category: ['Many'], price_min: 2 }, { price_percent: 20 });
    expect(json).to.deep.equal({ object: 'bulk_update', matched: 1_000, variants: 0, updated: 1_000, unchanged: 0 });
    expect((await app().call('/api/products?category=Many&price_min=12&include_total=true')).json.total).to.equal(
      1_000,
    );
  });
});
