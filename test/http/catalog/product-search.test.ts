import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Named = Readonly<{ name: string }>;

onService('product search', ({ app }) => {
  const list = (parameters: Readonly<Record<string, string>>, key: string | null = null) =>
    app().call(`/api/products?${new URLSearchParams(parameters)}`, { key });
  const find = async (q: string, parameters: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const { status, json, text } = await list({ q, ...parameters });
    expect(status, text).to.equal(200);
    return json.data.map(({ name }: Named) => name);
  };

  before('seven products', async () => {
    const create = (name: string, fields: object = {}) => createProduct(app(), { name, price: 10, ...fields });
    await create('Linen shirt', { sku: 'SHIRT-LINEN-M', attributes: { colour: 'navy' }, price: 40 });
    await create('Cotton shirt', { category: 'Summer', description: 'Not of linen.', barcode: '4006381333931' });
    await create('Crème brûlée dish');
    await create('Παπούτσια άνδρας');
    await create('ガラスのコップ');
    await create('Linen draft', { status: 'draft' });
    for (let index = 0; index < 3; index += 1) await create(`Nail ${index}`);
  });

  it('lists and counts only what has the most words where another order is asked for', async () => {
    const q = 'linen shirt';
    expect(await find(q)).to.deep.equal(['Linen shirt', 'Cotton shirt']);
    const full = { q: 'linen navy', sort: 'name', facets: 'attributes.colour', include_total: 'true' };
    const { json } = await list(full);
    expect(json.data.map(({ name }: Named) => name)).to.deep.equal(['Linen shirt']);
    expect([json.total, json.facets['attributes.colour']]).to.deep.equal([1, [{ value: 'navy', count: 1 }]]);
    expect(await find('linen summer navy', { sort: '-price' })).to.deep.equal(['Linen shirt', 'Cotton shirt']);
  });

  it('finds words in all fields, the best match first', async () => {
    const found: Readonly<Record<string, readonly string[]>> = {
      shirt: ['Cotton shirt', 'Linen shirt'],
      linen: ['Linen shirt', 'Cotton shirt'],
      'linen shirt': ['Linen shirt', 'Cotton shirt'],
      'linen navy': ['Linen shirt', 'Cotton shirt'],
      'summer shirt': ['Cotton shirt', 'Linen shirt'],
      'shirt-linen-m': ['Linen shirt'],
      shirtlinenm: ['Linen shirt'],
      4006381333931: ['Cotton shirt'],
      'zzz yyy': [],
    };
    for (const [q, names] of Object.entries(found)) {
      expect(await find(q), q).to.deep.equal(names);
    }
  });

  it('finds what was meant with one wrong letter, the beginning of a word, and without accents', async () => {
    const found: Readonly<Record<string, string>> = {
      'linen shrit': 'Linen shirt',
      'lnen shirt navi': 'Linen shirt',
      'navy shi': 'Linen shirt',
      'creme brulee': 'Crème brûlée dish',
      παπουτσι: 'Παπούτσια άνδρας',
      ΠΑΠΟΥΤΣΑ: 'Παπούτσια άνδρας',
      ガラス: 'ガラスのコップ',
      コップ: 'ガラスのコップ',
    };
    for (const [q, name] of Object.entries(found)) expect((await find(q))[0], q).to.equal(name);
  });

  it('combines with filters, sorts and pages', async () => {
    expect(await find('shirt', { price_max: '20' })).to.deep.equal(['Cotton shirt']);
    expect(await find('shirt', { sort: 'price' })).to.deep.equal(['Cotton shirt', 'Linen shirt']);
    expect(await find('shirt', { sort: '-price' })).to.deep.equal(['Linen shirt', 'Cotton shirt']);
    const first = await list({ q: 'nail', limit: '2', include_total: 'true' });
    expect(first.json.total).to.equal(3);
    const second = await app().call(/<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '', { key: null });
    expect([...first.json.data, ...second.json.data].map(({ name }: Named) => name)).to.deep.equal([
      'Nail 2',
      'Nail 1',
      'Nail 0',
    ]);
    expect(second.json.next_cursor).to.equal(null);
    const other = await list({ q: 'nails', limit: '2', cursor: first.json.next_cursor });
    expectProblem(other, 400, 'invalid_cursor');
  });

  it('shows drafts to staff only', async () => {
    expect((await list({ q: 'draft' })).json.data).to.deep.equal([]);
    expect((await list({ q: 'draft' }, app().ownerKey)).json.data).to.have.length(1);
  });

  it('finds words of one letter', async () => {
    expect(await find('m')).to.deep.equal(['Linen shirt']);
    expect(await find('l')).to.deep.equal([]);
  });

  it('says what became of the words', async () => {
    expect((await list({ q: 'shirts of linnen for zzzzz' })).json.meta).to.deep.equal({
      corrected: { linnen: ['linen'] },
      ignored: ['of', 'for', 'zzzzz'],
    });
    expect((await list({ q: 'nail', facets: 'price' })).json).to.have.keys('data', 'next_cursor', 'meta', 'facets');
    expect((await list({})).json).not.to.have.property('meta');
  });

  it('finds by the synonyms of the shop with the next request, in facets and changes of many too', async () => {
    const change = (body: object) => app().call('/api/shop', { method: 'PATCH', body });
    expect(await find('blouses')).to.deep.equal([]);
    const shop = await change({ search_synonyms: [['blouse', 'shirt', 'top']] });
    expect(shop.json, shop.text).to.deep.include({
      search_languages: ['en', 'de'],
      search_synonyms: [['blouse', 'shirt', 'top']],
    });
    expect(await find('blouses')).to.have.members(['Linen shirt', 'Cotton shirt']);
    const facets = await list({ q: 'blouse', facets: 'price' });
    expect(facets.json.facets.price.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).to.equal(2);
    const body = { filter: { q: 'cotton blouses' }, changes: { status: 'active' } };
    const changed = await app().call('/api/products/bulk_update', { method: 'POST', body });
    expect(changed.json, changed.text).to.include({ matched: 1 });
    expect((await change({ search_synonyms: null, search_languages: [] })).json).to.deep.include({
      search_synonyms: [],
    });
    expect(await find('blouses')).to.deep.equal([]);
    await change({ search_languages: null });
  });

  it('rejects languages that it does not know, and groups of one word', async () => {
    for (const [body, field] of [
      [{ search_languages: ['xx'] }, '/search_languages/0'],
      [{ search_languages: ['en', 'en'] }, '/search_languages/1'],
      [{ search_synonyms: [['sofa']] }, '/search_synonyms/0'],
      [{ search_synonyms: [['sofa', '']] }, '/search_synonyms/0/1'],
      [{ search_synonyms: [['sofa', 'couch, settee']] }, '/search_synonyms/0/1'],
      [{ search_synonyms: [['sofa', '!!']] }, '/search_synonyms/0/1'],
      [{ search_synonyms: [['sofa', 'sofa']] }, '/search_synonyms/0/1'],
    ] as const) {
      const reply = await app().call('/api/shop', { method: 'PATCH', body });
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal([field]);
    }
  });

  it('suggests completions and products while one types', async () => {
    const suggest = async (q: string, key: string | null = null) =>
      (await app().call(`/api/products/suggest?${new URLSearchParams({ q })}`, { key })).json;
    const { completions, products } = await suggest('Linen sh');
    expect(completions).to.deep.equal(['linen shirt']);
    expect(products[0].name).to.equal('Linen shirt');
    expect((await suggest(' cotton s')).completions).to.deep.equal(['cotton shirt']);
    expect((await suggest('nai')).completions).to.deep.equal(['nail']);
    expect((await suggest('nail ')).completions).to.deep.equal([]);
    expect((await suggest('crè')).completions).to.deep.equal(['crème']);
    expect(await suggest('draf')).to.deep.include({ completions: [], products: [] });
    expect((await suggest('draf', app().ownerKey)).completions).to.deep.equal(['draft']);
    expectProblem(await app().call('/api/products/suggest', { key: null }), 400, 'invalid_parameter');
  });

  it('rejects a text without words, or that is too long', async () => {
    const rejected: Readonly<Record<string, string>> = {
      '': 'must not be empty',
      '?! …': 'must contain a letter or a digit',
      '🎁': 'must contain a letter or a digit',
      [`${'a'.repeat(201)}`]: 'must have at most 200 characters',
    };
    for (const [q, message] of Object.entries(rejected)) {
      const problem = expectProblem(await list({ q }), 400, 'invalid_parameter');
      expect(problem['errors'], q).to.have.nested.property('[0].parameter', 'q');
      expect(problem['errors'], q).to.have.nested.property('[0].message', message);
    }
    expect((await list({ q: 'a'.repeat(200) })).status).to.equal(200);
    expectProblem(await list({ q: 'a'.repeat(10_000) }), 414, 'uri_too_long');
  });
});
