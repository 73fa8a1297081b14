import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const DEFAULTS = {
  compare_at_price: null,
  cost: null,
  currency: 'USD',
  description: null,
  description_html: null,
  category: null,
  category_id: null,
  vendor: null,
  sku: null,
  barcode: null,
  tax_category: null,
  withdrawal_exemption: null,
  status: 'active',
  stock: null,
  low_stock_threshold: null,
  weight: null,
  weight_unit: 'g',
  available: true,
  images: [],
  media: [],
  tags: [],
  attributes: {},
  metadata: {},
  seo_title: null,
  seo_description: null,
  parent_id: null,
  options: {},
};

const FULL = {
  name: 'Linen shirt',
  price: 19.99,
  compare_at_price: 24.99,
  cost: 8.5,
  currency: 'EUR',
  description: 'Woven in Portugal.\nWashes at 30°.',
  description_html: '<p>Woven in <em>Portugal</em>.</p>',
  category: 'Shirts',
  vendor: 'Casa Linho',
  barcode: '4006381333931',
  tax_category: 'clothing',
  withdrawal_exemption: 'custom_made',
  status: 'draft',
  stock: 3,
  low_stock_threshold: 5,
  weight: 0.25,
  weight_unit: 'kg',
  images: ['https://example.com/a.jpg', 'https://example.com/b.jpg?size=2'],
  media: [
    { url: 'https://example.com/a.jpg', alt: 'Front', width: null, height: null, sizes: [] },
    { url: 'https://example.com/b.jpg?size=2', alt: null, width: null, height: null, sizes: [] },
  ],
  tags: ['summer', 'Sale'],
  attributes: { colour: 'blue', size: 'M' },
  metadata: { supplier: '42' },
  seo_title: 'Shirts of linen',
  seo_description: 'Light and airy.\nWoven in Portugal.',
  parent_id: null,
  options: {},
};

onService('products', ({ app }) => {
  const put = (id: string, body: object) => app().call(`/api/products/${id}`, { method: 'PUT', body });
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;

  describe('POST', () => {
    it('creates a product with all fields and returns its location', async () => {
      const reply = await app().call('/api/products', { method: 'POST', body: { ...FULL, sku: 'FULL', slug: 'full' } });
      expect(reply.status).to.equal(201);
      const { id, category_id, created_at, updated_at, ...rest } = reply.json;
      expect(category_id).to.match(/^cat_/);
      expect(rest).to.deep.equal({
        ...FULL,
        sku: 'FULL',
        slug: 'full',
        object: 'product',
        available: false,
        version: 1,
      });
      expect(updated_at).to.equal(created_at);
      expect(reply.headers.get('location')).to.equal(`/api/products/${id}`);
      const shown = await app().call(`/api/products/${id}`);
      expect(shown.status).to.equal(200);
      expect(shown.json).to.deep.equal(reply.json);
    });

    it('applies defaults to omitted fields', async () => {
      const { id, created_at, updated_at, ...rest } = await createProduct(app(), { name: 'a', price: 0 });
      expect(rest).to.deep.equal({ ...DEFAULTS, object: 'product', name: 'a', slug: 'a', price: 0, version: 1 });
      expect(await read(id)).to.deep.include({ ...rest, created_at, updated_at });
    });

    it('accepts null for optional fields', async () => {
      const absent = { compare_at_price: null, cost: null, weight: null, barcode: null, tax_category: null };
      const seo = { vendor: null, seo_title: null, seo_description: null };
      const nothing = { ...seo, description: null, category: null, sku: null, stock: null, ...absent };
      expect(await createProduct(app(), nothing)).to.include(nothing);
    });
  });

  describe('PUT', () => {
    it('replaces the product and resets omitted fields', async () => {
      const { id, created_at } = await createProduct(app(), { ...FULL, sku: 'PUT' });
      const reply = await put(id, { name: 'b', price: 1 });
      expect(reply.status).to.equal(200);
      const { updated_at, ...rest } = reply.json;
      const resource = { object: 'product', id, version: 2, created_at };
      expect(rest).to.deep.equal({ ...DEFAULTS, ...resource, name: 'b', slug: 'b', price: 1 });
      expect(updated_at >= created_at).to.equal(true);
      expect(await read(id)).to.deep.equal(reply.json);
    });

    it('accepts the body of a GET without its read-only fields', async () => {
      const made = await createProduct(app(), FULL);
      const { id, object, version, available, created_at, updated_at, ...fields } = made;
      expect((await put(id, fields)).json).to.deep.include({
        ...fields,
        id,
        object,
        available,
        version,
        created_at,
      });
      expect(
        errorPathsOf(expectProblem(await put(id, { ...fields, updated_at }), 422, 'validation_failed')),
      ).to.deep.equal(['/updated_at']);
    });

    it('requires what a creation requires and creates nothing', async () => {
      const { id } = await createProduct(app());
      expect(errorPathsOf(expectProblem(await put(id, {}), 422, 'validation_failed'))).to.deep.equal([
        '/name',
        '/price',
      ]);
      expectProblem(await put('prod_01h455vb4pex5vsknk084sn02q', { name: 'a', price: 1 }), 404, 'not_found');
    });
  });

  describe('PATCH', () => {
    it('changes only the given fields', async () => {
      const made = await createProduct(app(), { ...FULL, sku: 'PATCH' });
      const reply = await patchProduct(app(), made.id, { price: 5, status: 'active' });
      const { updated_at, ...rest } = reply.json;
      const { updated_at: before, ...unchanged } = made;
      expect(rest).to.deep.equal({ ...unchanged, price: 5, status: 'active', available: true, version: 2 });
      expect(updated_at >= before).to.equal(true);
      expect(await read(made.id)).to.deep.equal(reply.json);
    });

    it('resets fields set to null, and rejects null for required ones', async () => {
      const { id } = await createProduct(app(), { ...FULL, sku: 'NULL' });
      const optional = Object.fromEntries(Object.keys({ ...FULL, sku: '' }).map((field) => [field, null]));
      const { errors } = expectProblem(await patchProduct(app(), id, optional), 422, 'validation_failed');
      expect(errorPathsOf({ errors })).to.deep.equal(['/name', '/price']);
      const { name, price, ...nulls } = optional;
      expect((await patchProduct(app(), id, nulls)).json).to.deep.include({
        ...DEFAULTS,
        name: FULL.name,
        price: FULL.price,
      });
      expect([name, price]).to.deep.equal([null, null]);
    });

    it('merges maps, removes null entries and replaces lists', async () => {
      const { id } = await createProduct(app(), FULL);
      const patch = {
        attributes: { colour: null, fit: 'slim' },
        metadata: { none: null },
        images: ['https://example.com/c.jpg'],
      };
      const { json } = await patchProduct(app(), id, patch);
      expect(json.attributes).to.deep.equal({ size: 'M', fit: 'slim' });
      expect(json.metadata).to.deep.equal({ supplier: '42' });
      expect(json.images).to.deep.equal(['https://example.com/c.jpg']);
      expect((await patchProduct(app(), id, { attributes: {} })).json.attributes).to.deep.equal({
        size: 'M',
        fit: 'slim',
      });
    });

    it('counts entries after the merge', async () => {
      const pairs = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'v']));
      const { id } = await createProduct(app(), { metadata: pairs });
      const problem = expectProblem(
        await patchProduct(app(), id, { metadata: { more: 'v' } }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem)).to.deep.equal(['/metadata']);
      const { metadata } = (await patchProduct(app(), id, { metadata: { more: 'v', k0: null } })).json;
      expect(Object.keys(metadata)).to.have.length(50).and.to.include('more');
    });

    it('is rejected for read-only fields', async () => {
      const { id } = await createProduct(app());
      const response = await patchProduct(app(), id, { id, version: 5, available: false, colour: 'blue' });
      const paths = ['/available', '/colour', '/id', '/version'];
      expect(errorPathsOf(expectProblem(response, 422, 'validation_failed'))).to.deep.equal(paths);
      expectProblem(await patchProduct(app(), 'prod_01h455vb4pex5vsknk084sn02q', { name: 'a' }), 404, 'not_found');
    });
  });

  describe('DELETE', () => {
    it('removes the product for good', async () => {
      const { id } = await createProduct(app(), { sku: 'GONE' });
      const reply = await app().call(`/api/products/${id}`, { method: 'DELETE' });
      expect([reply.status, reply.text, reply.headers.get('content-type')]).to.deep.equal([204, '', null]);
      for (const method of ['GET', 'HEAD', 'DELETE']) {
        expect((await app().call(`/api/products/${id}`, { method })).status, method).to.equal(404);
      }
      expectProblem(await patchProduct(app(), id, { name: 'b' }), 404, 'not_found');
      expect((await app().call('/api/products?sku=GONE')).json.data).to.deep.equal([]);
    });
  });

  describe('a sku', () => {
    it('is unique across all writes', async () => {
      const { id } = await createProduct(app(), { sku: 'ONE' });
      const { id: other } = await createProduct(app(), { sku: 'TWO' });
      const whole = { name: 'a', price: 1, sku: 'ONE' };
      const attempts = [
        await app().call('/api/products', { method: 'POST', body: whole }),
        await put(other, whole),
        await patchProduct(app(), other, { sku: 'ONE' }),
      ];
      for (const reply of attempts)
        expect(errorPathsOf(expectProblem(reply, 409, 'already_exists'))).to.deep.equal(['/sku']);
      expect(await read(other)).to.include({ sku: 'TWO', version: 1 });
      expect((await patchProduct(app(), id, { sku: 'ONE', name: 'b' })).json).to.include({ sku: 'ONE', version: 2 });
      expect((await createProduct(app(), { sku: 'one' })).sku).to.equal('one');
    });

    it('is free again when its product is deleted or gets another', async () => {
      const { id } = await createProduct(app(), { sku: 'FREE-1' });
      await patchProduct(app(), id, { sku: 'FREE-2' });
      await createProduct(app(), { sku: 'FREE-1' });
      await app().call(`/api/products/${id}`, { method: 'DELETE' });
      expect((await createProduct(app(), { sku: 'FREE-2' })).sku).to.equal('FREE-2');
    });
  });

  it('can be bought while they are active and in stock or untracked', async () => {
    const cases = [
      [{ stock: null }, true],
      [{ stock: 1 }, true],
      [{ stock: 0 }, false],
      [{ status: 'draft' }, false],
      [{ status: 'archived', stock: 5 }, false],
    ] as const;
    for (const [fields, available] of cases) {
      expect(await read((await createProduct(app(), fields)).id)).to.include({ ...fields, available });
    }
  });
});
