import { expect } from 'chai';
import { createKey, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const LABELS = { vendor: 'Casa  Linho', tags: ['Sale', 'new'] };

type Named = Readonly<{ name: string }>;

onService('product lists', ({ app }) => {
  const namesOf = async (query: string, key: string | null = app().ownerKey): Promise<string> => {
    const { status, json, text } = await app().call(`/api/products?sort=name&${query}`, { key });
    expect(status, text).to.equal(200);
    return json.data.map(({ name }: Named) => name).join('');
  };

  before('six products', async () => {
    const create = (name: string, price: number, fields: object = {}) =>
      createProduct(app(), { name, price, ...fields });
    await create('a', 1, { category: 'Shirts', attributes: { colour: 'blue', size: 'M' }, sku: 'A-1', ...LABELS });
    await create('b', 2.5, { category: 'Shirts', attributes: { colour: 'red' }, stock: 0 });
    await create('c', 2.5, {
      ...{ category: 'Hats', currency: 'EUR', attributes: { colour: 'blue' }, stock: 4, cost: 1.25 },
      ...{ vendor: 'Ålesund', tags: ['new', 'Winter sale'] },
    });
    await create('d', 300, { category: 'Hats', currency: 'JPY', metadata: { colour: 'blue' } });
    await create('e', 10, { category: 'Drafts', status: 'draft', sku: 'E-1' });
    await create('f', 0, { status: 'archived', attributes: { 'a.b c': 'x=y' } });
  });

  it('are narrowed by each filter and by all together', async () => {
    const { data } = (await app().call('/api/products?sort=name')).json;
    const expected: Record<string, string> = {
      '': 'abcdef',
      'category=Shirts': 'ab',
      'category=Hats&category=Shirts': 'abcd',
      'category=Hats&category=None': 'cd',
      'category=%20shirts': 'ab',
      'category=shirt': '',
      'price_min=2.5': 'bcde',
      'price_max=2.5': 'abcf',
      'price_min=2.5&price_max=10': 'bce',
      'price_min=2.50001': '400',
      'currency=JPY': 'd',
      'sku=A-1': 'a',
      'sku=a-1': '',
      'vendor=CASA+linho': 'a',
      'vendor=casa': '',
      'vendor=%C3%A5LESUND': 'c',
      'tag=sale': 'a',
      'tag=NEW': 'ac',
      'tag=sale&tag=winter+SALE': 'ac',
      'tag=sal': '',
      'vendor=%C3%A5lesund&tag=new': 'c',
      'status=active': 'abcd',
      'status=draft': 'e',
      'status=archived': 'f',
      'available=true': 'acd',
      'available=false': 'bef',
      'attributes.colour=blue': 'ac',
      'attributes.colour=blue&attributes.size=M': 'a',
      'attributes.a.b+c=x%3Dy': 'f',
      'attributes.colour=': '',
      [`ids=${data[1].id},${data[4].id}`]: 'be',
      [`ids=${data[1].id},prod_01h455vb4pex5vsknk084sn02q`]: 'b',
      'category=Shirts&available=true&price_max=5&attributes.colour=blue&currency=USD&status=active': 'a',
      'category=Shirts&currency=EUR': '',
    };
    for (const [query, names] of Object.entries(expected)) {
      if (names === '400') expectProblem(await app().call(`/api/products?${query}`), 400, 'invalid_parameter');
      else expect(await namesOf(query), query).to.equal(names);
    }
  });

  it('are narrowed by time, both ends included', async () => {
    const { data } = (await app().call('/api/products?sort=created_at')).json;
    const [first, last] = [data[0], data[5]];
    const time = encodeURIComponent;
    expect(await namesOf(`created_from=${time(first.created_at)}&created_to=${time(last.created_at)}`)).to.equal(
      'abcdef',
    );
    expect(await namesOf(`created_to=${time('2020-01-01T00:00:00Z')}`)).to.equal('');
    expect(await namesOf(`created_from=${time('9999-12-31T23:59:59.999Z')}`)).to.equal('');
    const { updated_at: changed } = (await patchProduct(app(), first.id, { description: 'changed' })).json;
    expect(await namesOf(`updated_from=${time(changed)}`)).to.include('a');
    expect(await namesOf(`updated_from=${time(new Date(Date.parse(changed) + 1).toISOString())}`)).to.equal('');
  });

  it('sort by each field, ascending and descending', async () => {
    for (const [sort, names] of [
      ['created_at', 'abcdef'],
      ['name', 'abcdef'],
      ['price', 'fabced'],
      ['updated_at', 'bcdefa'],
    ] as const) {
      const order = async (by: string) =>
        (await app().call(`/api/products?sort=${by}`)).json.data.map(({ name }: Named) => name).join('');
      expect(await order(sort), sort).to.equal(names);
      expect(await order(`-${sort}`), sort).to.equal([...names].reverse().join(''));
    }
  });

  it('sort names by the Unicode root collation', async () => {
    for (const name of ['Z', 'z', 'é', 'f', '🙂', 'e']) await createProduct(app(), { name, category: 'sorted' });
    expect(await namesOf('category=sorted')).to.equal('🙂eéfzZ');
    for (const { id } of (await app().call('/api/products?category=sorted')).json.data) {
      await app().call(`/api/products/${id}`, { method: 'DELETE' });
    }
  });

  describe('of products, and single products', () => {
    const callersWithoutProductsRead = async (): Promise<(string | null)[]> => [
      null,
      (await createKey(app(), { scopes: ['products:write'] })).key,
      (await createKey(app(), { scopes: [] })).key,
    ];

    it('show only active products without products:read', async () => {
      const { data } = (await app().call('/api/products?sort=name')).json;
      for (const key of await callersWithoutProductsRead()) {
        expect(await namesOf('', key)).to.equal('abcd');
        expect(await namesOf('status=draft', key)).to.equal('');
        expect(await namesOf('sku=E-1', key)).to.equal('');
        expect(await namesOf(`ids=${data[0].id},${data[4].id}`, key)).to.equal('a');
        const { json } = await app().call('/api/products?include_total=true&limit=1', { key });
        expect(json.total).to.equal(4);
        for (const { id, status } of data) {
          const reply = await app().call(`/api/products/${id}`, { key });
          if (status === 'active') expect(reply.status).to.equal(200);
          else expectProblem(reply, 404, 'not_found');
        }
      }
    });

    it('hide only cost, stock, its threshold, metadata and version without products:read', async () => {
      const { data } = (await app().call('/api/products?category=Hats')).json;
      for (const key of await callersWithoutProductsRead()) {
        const { json } = await app().call('/api/products?category=Hats', { key });
        for (const [index, { cost, stock, low_stock_threshold, metadata, version, ...open }] of data.entries()) {
          expect(json.data[index], `${[cost, stock, low_stock_threshold, metadata, version]}`).to.deep.equal(open);
          expect((await app().call(`/api/products/${open.id}`, { key })).json).to.deep.equal(open);
        }
      }
    });

    it('show everything with products:read', async () => {
      const { key } = await createKey(app(), { scopes: ['products:read'] });
      expect(await namesOf('', key)).to.equal('abcdef');
      expect((await app().call('/api/products?sku=E-1', { key })).json.data[0]).to.include({
        stock: null,
        status: 'draft',
      });
    });
  });

  describe('of categories', () => {
    it('contain each label in use with the number of visible products', async () => {
      const counts = async (key: string | null) => {
        const { data } = (await app().call('/api/categories', { key })).json;
        return Object.fromEntries(
          data.map((item: Named & { product_count: number }) => [item.name, item.product_count]),
        );
      };
      expect(await counts(app().ownerKey)).to.include({ Shirts: 2, Hats: 2, Drafts: 1 });
      expect(await counts(null)).to.include({ Shirts: 2, Hats: 2, Drafts: 0 });
    });

    it('have unique slugs', async () => {
      for (const category of ['Home & Garden', 'home-garden', 'Größe', '!!!', '???'])
        await createProduct(app(), { category });
      const { data } = (await app().call('/api/categories?limit=100')).json;
      const slugs = new Map<string, string>(data.map(({ name, slug }: Named & { slug: string }) => [name, slug]));
      expect(slugs.get('Home & Garden')).to.equal('home-garden');
      expect(slugs.get('home-garden')).to.match(/^home-garden-.+/);
      expect(slugs.get('Größe')).to.equal('große');
      expect(new Set(slugs.values())).to.have.property('size', data.length);
      for (const slug of slugs.values()) expect(slug).to.match(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{L}\p{N}]+)*$/u);
    });
  });
});
