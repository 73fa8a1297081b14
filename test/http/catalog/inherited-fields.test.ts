import { expect } from 'chai';
import { CSV, importFile, NDJSON, ndjsonOf } from '../../support/builders/imports.ts';
import { createCategory, createProduct, itemsOf, order, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const ALL = ['category_id', 'tax_category', 'withdrawal_exemption', 'status', 'weight', 'images'];
const COVER = 'https://a.example/cover.jpg';
const BERLIN = { line1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country: 'DE' };

onService('the fields that a variant has from its parent', ({ app }) => {
  let parents = 0;

  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const patch = async (id: string, body: object) => {
    const { status, json, text } = await patchProduct(app(), id, body);
    expect(status, text).to.equal(200);
    return json;
  };

  /** A book with its parent’s fields, in a category of its own. */
  const aBook = async (fields: object = {}) => {
    parents += 1;
    const category = await createCategory(app(), { name: `Guides ${parents}` });
    return createProduct(app(), {
      name: `Travel guide ${parents}`,
      price: 20,
      sku: `BOOK-${parents}`,
      category_id: category.id,
      tax_category: 'books',
      withdrawal_exemption: 'sealed_media',
      weight: 0.5,
      weight_unit: 'kg',
      images: [COVER],
      ...fields,
    });
  };
  const aVariant = (parent: { id: string }, fields: object = {}) =>
    createProduct(app(), { name: 'Hardcover', price: 20, parent_id: parent.id, options: { cover: 'hard' }, ...fields });
  const inheritable = (product: Awaited<ReturnType<typeof createProduct>>) => {
    const { category_id, category, tax_category, withdrawal_exemption, status, weight, weight_unit, images } = product;
    return { category_id, category, tax_category, withdrawal_exemption, status, weight, weight_unit, images };
  };

  it('are those that it has not itself, and are named', async () => {
    const parent = await aBook();
    expect(parent).to.not.have.property('inherited');
    const variant = await aVariant(parent);
    expect(variant.inherited).to.deep.equal(ALL);
    expect(inheritable(variant)).to.deep.equal(inheritable(parent));
    expect(await read(variant.id)).to.deep.equal(variant);
    expect((await app().call(`/api/products/${variant.id}`, { key: null })).json.inherited).to.deep.equal(ALL);
    const own = {
      tax_category: 'luxury',
      withdrawal_exemption: 'custom_made',
      weight: 2,
      images: ['https://a.example/own.jpg'],
      status: 'draft',
    };
    const other = await aVariant(parent, { options: { cover: 'leather' }, ...own, category: 'Leather goods' });
    expect(other).to.deep.include({ ...own, inherited: [], category: 'Leather goods', weight_unit: 'g' });
    expect(await read(other.id)).to.deep.equal(other);
  });

  it('make its tax, its weight, its image and its category in an order', async () => {
    await app().call('/api/tax_rates', { method: 'POST', body: { name: 'VAT', percent: 19, country: 'DE' } });
    const reduced = { name: 'VAT', percent: 7, country: 'DE', tax_category: 'books' };
    await app().call('/api/tax_rates', { method: 'POST', body: reduced });
    const tiers = [
      { up_to: 600, price: 4 },
      { up_to: null, price: 9 },
    ];
    const byWeight = { name: 'By weight', tiers, price_by: 'weight', countries: ['DE'] };
    const method = (await app().call('/api/shipping_methods', { method: 'POST', body: byWeight })).json;
    const variant = await aVariant(await aBook());
    const placed = async (quantity: number) => {
      const body = { items: itemsOf([variant], quantity), shipping_address: BERLIN, shipping_method_id: method.id };
      const { json, status, text } = await order(app(), body);
      expect(status, text).to.equal(201);
      return json;
    };
    const { items, shipping } = await placed(1);
    expect(items[0]).to.deep.include({ image: COVER, tax_rate: 7, tax: 1.4 });
    expect(shipping).to.equal(4);
    expect((await placed(2)).shipping).to.equal(9);
  });

  it('follow the parent, each variant with its version and event, and keep what is its own', async () => {
    const parent = await aBook();
    const variant = await aVariant(parent);
    const own = {
      tax_category: 'luxury',
      withdrawal_exemption: 'custom_made',
      weight: 3,
      images: ['https://a.example/own.jpg'],
      status: 'draft',
    };
    const other = await aVariant(parent, { options: { cover: 'leather' }, ...own, category: 'Leather goods' });
    const category = await createCategory(app(), { name: `Maps ${parents}` });
    const fields = {
      tax_category: 'maps',
      withdrawal_exemption: 'perishable',
      weight: 750,
      weight_unit: 'g',
      images: [],
      category_id: category.id,
    };
    const changed = await patch(parent.id, fields);
    const followed = await read(variant.id);
    expect(followed).to.deep.include({ ...fields, category: `Maps ${parents}`, inherited: ALL, version: 2 });
    expect(await read(other.id)).to.deep.equal(other);
    const events = (await app().call(`/api/events?resource_id=${variant.id}`)).json.data;
    expect(events.map(({ type }: { type: string }) => type)).to.have.members(['product.updated', 'product.created']);
    const updated = events.find(({ type }: { type: string }) => type === 'product.updated');
    expect(updated.data).to.deep.include({ id: variant.id, tax_category: 'maps', withdrawal_exemption: 'perishable' });
    expect(updated.previous).to.have.all.keys(Object.keys({ ...fields, media: [], category: '' }));
    const [entry] = (await app().call(`/api/audit_log?resource_id=${variant.id}`)).json.data;
    expect(entry).to.deep.include({ action: 'product.updated' });
    expect(entry.after).to.include({ tax_category: 'maps', withdrawal_exemption: 'perishable', weight: 750 });
    expect(changed.version).to.equal(parent.version + 3);
    expect((await patch(parent.id, { description: 'Of the Alps.' })).version).to.equal(changed.version + 1);
    expect((await read(variant.id)).version).to.equal(2);
  });

  it('stay inherited in a patch of others, end with an own value, and return with null', async () => {
    const parent = await aBook();
    const variant = await aVariant(parent);
    expect(await patch(variant.id, { price: 25 })).to.deep.include({
      inherited: ALL,
      tax_category: 'books',
      price: 25,
    });
    const heavier = await patch(variant.id, { weight: 0.7 });
    expect(heavier).to.deep.include({ weight: 0.7, weight_unit: 'kg', inherited: ALL.filter((f) => f !== 'weight') });
    await patch(parent.id, { weight: 900, weight_unit: 'g' });
    expect(await read(variant.id)).to.include({ weight: 0.7, weight_unit: 'kg' });
    expect(await patch(variant.id, { weight: null })).to.deep.include({
      weight: 900,
      weight_unit: 'g',
      inherited: ALL,
    });
    const own = {
      tax_category: 'books',
      withdrawal_exemption: 'sealed_media',
      images: [COVER],
      status: 'active',
      category_id: parent.category_id,
    };
    const same = await patch(variant.id, own);
    expect(same).to.deep.include({ ...own, inherited: ['weight'] });
    await patch(parent.id, {
      tax_category: 'maps',
      withdrawal_exemption: null,
      images: [],
      category: null,
      status: 'draft',
    });
    expect(await read(variant.id)).to.deep.include({ ...own, inherited: ['weight'], available: false });
    const reset = { tax_category: null, withdrawal_exemption: null, images: null, status: null, category: null };
    const followed = {
      tax_category: 'maps',
      withdrawal_exemption: null,
      images: [],
      status: 'draft',
      category_id: null,
      inherited: ALL,
    };
    expect(await patch(variant.id, reset)).to.deep.include(followed);
    const { status, json } = await app().call(`/api/products/${variant.id}`, {
      method: 'PUT',
      body: { name: 'Hardcover', price: 20, parent_id: parent.id, options: { cover: 'hard' } },
    });
    expect(status).to.equal(200);
    expect(json).to.deep.include(followed);
  });

  it('publish a variant with its parent, but for one that is a draft of its own', async () => {
    const parent = await aBook({ status: 'draft' });
    const variant = await aVariant(parent);
    const draft = await aVariant(parent, { options: { cover: 'soft' }, status: 'draft' });
    expect(variant).to.include({ status: 'draft', available: false });
    const published = await patch(parent.id, { status: 'active' });
    expect(published).to.include({ available: true, price_min: 20 });
    const shown = published.variants.map(({ id, status }: { id: string; status: string }) => [id, status]);
    expect(Object.fromEntries(shown)).to.deep.equal({ [variant.id]: 'active', [draft.id]: 'draft' });
    expect(await read(variant.id)).to.include({ status: 'active', available: true });
    expect((await order(app(), { items: itemsOf([variant]) })).status).to.equal(201);
    expectProblem(await order(app(), { items: itemsOf([draft]) }), 422, 'unknown_reference');
    const prices = (await app().call(`/api/products/${variant.id}/prices`)).json.data;
    expect(prices).to.have.length(1);
    expect(prices[0]).to.include({ price: 20, published: true, to: null });
    await patch(parent.id, { status: 'archived' });
    expect(await read(variant.id)).to.include({ status: 'archived', available: false });
    const [updated] = (await app().call(`/api/products?ids=${parent.id}`)).json.data;
    expect(updated).to.include({ available: false });
  });

  it('change with all products of a bulk update', async () => {
    const parent = await aBook();
    const [variant, own] = [
      await aVariant(parent),
      await aVariant(parent, { options: { cover: 'x' }, status: 'draft' }),
    ];
    const body = { filter: { sku: parent.sku }, changes: { status: 'archived' } };
    const { json, text } = await app().call('/api/products/bulk_update', { method: 'POST', body });
    expect(json, text).to.include({ matched: 1, updated: 1 });
    expect((await read(variant.id)).status).to.equal('archived');
    expect((await read(own.id)).status).to.equal('draft');
  });

  it('are those of its new parent once it moves, and its own once it has none', async () => {
    const [first, second] = [await aBook(), await aBook({ tax_category: 'maps', weight: 1, images: [] })];
    const variant = await aVariant(first);
    const moved = await patch(variant.id, { parent_id: second.id });
    expect(inheritable(moved)).to.deep.equal(inheritable(second));
    const single = await patch(variant.id, { parent_id: null, options: null });
    expect(inheritable(single)).to.deep.equal(inheritable(second));
    expect(single).to.not.have.property('inherited');
    await patch(second.id, { tax_category: 'books' });
    expect((await read(variant.id)).tax_category).to.equal('maps');
    const back = await patch(variant.id, { parent_id: first.id, options: { cover: 'hard' } });
    expect(back).to.deep.include({ tax_category: 'maps', weight: 1, inherited: ['images'], images: [COVER] });
  });

  it('follow the category of its parent through another name and a deletion', async () => {
    const parent = await aBook();
    const variant = await aVariant(parent);
    const at = `/api/categories/${parent.category_id}`;
    expect((await app().call(at, { method: 'PATCH', body: { name: `Handbooks ${parents}` } })).status).to.equal(200);
    // before and after it is stored in the products
    const second = await aVariant(parent, { options: { cover: 'soft' } });
    for (const { id } of [variant, second]) {
      await eventually('the label is shown', async () => (await read(id)).category === `Handbooks ${parents}`);
    }
    const heir = await createCategory(app(), { name: `All ${parents}` });
    expect((await app().call(`${at}?reassign_to=${heir.id}`, { method: 'DELETE' })).status).to.equal(204);
    const third = await aVariant(parent, { options: { cover: 'third' } });
    for (const { id } of [variant, second, third]) {
      expect(await read(id)).to.deep.include({ category_id: heir.id, category: `All ${parents}`, inherited: ALL });
    }
  });

  it('keep a category from being deleted that only variants have', async () => {
    const category = await createCategory(app(), { name: 'Only of variants' });
    const variant = await aVariant(await aBook(), { category_id: category.id });
    const problem = expectProblem(
      await app().call(`/api/categories/${category.id}`, { method: 'DELETE' }),
      409,
      'invalid_state',
    );
    expect(problem.detail).to.equal('The category has 1 products and 0 child categories. Send reassign_to.');
    await patch(variant.id, { category: null });
    expect((await app().call(`/api/categories/${category.id}`, { method: 'DELETE' })).status).to.equal(204);
  });

  for (const [what, type] of [
    ['CSV', CSV],
    ['NDJSON', NDJSON],
  ] as const) {
    it(`are empty in a file in ${what}, and inherited again by its import`, async () => {
      const parent = await aBook();
      const variant = await aVariant(parent, { sku: `${parent.sku}-H`, tax_category: 'luxury' });
      const query = `?sku=${parent.sku}`;
      const { text } = await app().call(`/api/products/export${query}`, { headers: { Accept: type } });
      if (type === NDJSON) {
        const row = JSON.parse(text.split('\n')[1] ?? '');
        const none = { category: null, category_id: null, status: null, weight: null, weight_unit: null, images: [] };
        expect(row).to.deep.include({ ...none, tax_category: 'luxury', parent_sku: parent.sku });
        expect(row).to.include({ withdrawal_exemption: null });
      }
      const again = (await importFile(app(), text, { type })).json;
      expect(again).to.include({ unchanged: 2, failed: 0 });
      expect(await read(variant.id)).to.deep.equal(variant);
      for (const { id } of [variant, parent])
        expect((await app().call(`/api/products/${id}`, { method: 'DELETE' })).status).to.equal(204);
      expect((await importFile(app(), text, { type })).json).to.include({ created: 2, failed: 0 });
      const created = (await app().call(`/api/products${query}`)).json.data[0];
      const [made] = (await app().call(`/api/products?parent_id=${created.id}`)).json.data;
      const inherited = ALL.filter((field) => field !== 'tax_category');
      expect(made).to.deep.include({ ...inheritable(created), tax_category: 'luxury', inherited });
    });
  }

  it('follow a parent that an import changes, with one event for all of its rows', async () => {
    const parent = await aBook();
    const variant = await aVariant(parent, { sku: `${parent.sku}-H` });
    const rows = ndjsonOf(
      { sku: parent.sku, tax_category: 'maps', withdrawal_exemption: 'auction', status: 'draft' },
      { sku: variant.sku, price: 22 },
      { sku: `${parent.sku}-S`, name: 'Softcover', price: 9, parent_sku: parent.sku, options: { cover: 'soft' } },
    );
    expect((await importFile(app(), rows, { type: NDJSON })).json).to.include({ updated: 2, created: 1, failed: 0 });
    const inherited = { tax_category: 'maps', withdrawal_exemption: 'auction', status: 'draft', inherited: ALL };
    const found = (await app().call(`/api/products?parent_id=${parent.id}&sort=price`)).json.data;
    expect(found.map(({ price }: { price: number }) => price)).to.deep.equal([9, 22]);
    for (const each of found) expect(each).to.deep.include(inherited);
    const events = (await app().call(`/api/events?resource_id=${variant.id}`)).json.data;
    expect(events).to.have.length(2);
  });

  it('may be named by a patch of the weight’s unit alone, which changes nothing', async () => {
    const variant = await aVariant(await aBook());
    expect(await patch(variant.id, { weight_unit: 'lb' })).to.deep.equal(variant);
  });
});
