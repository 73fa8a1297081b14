import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
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

  it('finds words in all fields, the best match first', async () => {
    const found: Readonly<Record<string, readonly string[]>> = {
      shirt: ['Cotton shirt', 'Linen shirt'],
      linen: ['Linen shirt', 'Cotton shirt'],
      'linen shirt': ['Linen shirt', 'Cotton shirt'],
      'linen navy': ['Linen shirt'],
      'summer shirt': ['Cotton shirt'],
      'shirt-linen-m': ['Linen shirt'],
      shirtlinenm: ['Linen shirt'],
      4006381333931: ['Cotton shirt'],
      'linen dish': [],
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
