import { expect } from 'chai';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Item = Readonly<{ id: string; name: string; price: number }>;

onService('pages', ({ app }) => {
  let made: Item[];

  before('25 products, many of one price and name, some of two colours', async () => {
    made = [];
    for (let index = 0; index < 25; index += 1) {
      const fields = {
        name: `shirt ${index % 3}`,
        price: index % 4,
        attributes: { colour: index < 12 ? 'blue' : 'red' },
      };
      made.push(
        await createProduct(app(), { ...fields, category: index % 2 ? 'odd & co' : 'even', sku: `S-${index}` }),
      );
    }
  });

  const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
  const nextOf = ({ headers }: Reply): string | undefined =>
    /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

  /** All pages from a path on, following Link headers. */
  const follow = async (path: string, key: string | null = app().ownerKey): Promise<Reply[]> => {
    const pages = [await app().call(path, { key })];
    for (let next = nextOf(pages[0] as Reply); next !== undefined; next = nextOf(pages.at(-1) as Reply)) {
      expect(pages.length).to.be.lessThan(50);
      pages.push(await app().call(next, { key }));
    }
    for (const { status, text } of pages) expect(status, text).to.equal(200);
    return pages;
  };
  const itemsOf = (pages: readonly Reply[]): Item[] => pages.flatMap(({ json }) => json.data);

  it('contain 20 items, the newest first, by default', async () => {
    const { json } = await app().call('/api/products');
    expect(idsOf(json.data)).to.deep.equal(idsOf(made).reverse().slice(0, 20));
    expect(Object.keys(json)).to.have.members(['data', 'next_cursor']);
  });

  it('link to the end by Link and next_cursor alike', async () => {
    const pages = await follow('/api/products?limit=7');
    expect(pages.map(({ json }) => json.data.length)).to.deep.equal([7, 7, 7, 4]);
    expect(idsOf(itemsOf(pages))).to.deep.equal(idsOf(made).reverse());
    for (const page of pages.slice(0, -1)) {
      const next = new URL(nextOf(page) ?? '', app().url);
      expect(next.searchParams.get('cursor')).to.equal(page.json.next_cursor);
    }
    expect(pages.at(-1)?.json.next_cursor).to.equal(null);
    expect(pages.at(-1)?.headers.get('link')).to.equal(null);
  });

  it('end without an empty page', async () => {
    expect((await follow('/api/products?limit=25')).map(({ json }) => json.data.length)).to.deep.equal([25]);
    expect((await follow('/api/products?limit=5')).map(({ json }) => json.data.length)).to.deep.equal([5, 5, 5, 5, 5]);
    const none = await app().call('/api/products?sku=none&include_total=true');
    expect(none.json).to.deep.equal({ data: [], next_cursor: null, total: 0 });
  });

  it('contain each item once in every sort order, ties included', async () => {
    for (const sort of ['created_at', 'updated_at', 'price', 'name']) {
      const value = (item: Item): string | number => (sort === 'price' || sort === 'name' ? item[sort] : item.id);
      const compare = (a: Item, b: Item): number => {
        const [first, second] = value(a) === value(b) ? [a.id, b.id] : [value(a), value(b)];
        return first < second ? -1 : 1;
      };
      const sorted = idsOf([...made].sort(compare));
      expect(idsOf(itemsOf(await follow(`/api/products?limit=4&sort=${sort}`))), sort).to.deep.equal(sorted);
      expect(idsOf(itemsOf(await follow(`/api/products?limit=4&sort=-${sort}`))), `-${sort}`).to.deep.equal(
        sorted.reverse(),
      );
    }
  });

  it('keep their filters in links', async () => {
    const five = idsOf(made.slice(0, 5));
    const filters: readonly (readonly [string, number])[] = [
      ['category=odd+%26+co', 12],
      ['category=even&category=odd%20%26%20co', 25],
      ['attributes.colour=blue&price_min=1', 9],
      [`ids=${five.join(',')}`, 5],
      [`ids=${five.join('%2C')}&sort=price`, 5],
      ['created_from=2020-01-01T00:00:00%2B01:00&available=true&include_total=false', 25],
      ['currency=USD&status=active&price_max=2.5&sort=-name', 19],
    ];
    for (const [filter, count] of filters) {
      const items = itemsOf(await follow(`/api/products?limit=2&${filter}`));
      expect(new Set(idsOf(items)), filter).to.have.property('size', count);
      expect(items, filter).to.have.length(count);
    }
  });

  it('contain the total on request', async () => {
    for (const page of await follow('/api/products?limit=10&include_total=true')) expect(page.json.total).to.equal(25);
    expect((await app().call('/api/products?category=even&limit=1&include_total=true')).json.total).to.equal(13);
    expect((await app().call('/api/products?include_total=false')).json).to.not.have.property('total');
  });

  it('skip and repeat nothing while products are added and removed', async () => {
    const first = await app().call('/api/products?limit=10&category=even');
    const late = await createProduct(app(), { category: 'even' });
    const [lost] = first.json.data;
    const deleted = await createProduct(app(), { category: 'even' });
    await app().call(`/api/products/${deleted.id}`, { method: 'DELETE' });
    await app().call(`/api/products/${lost.id}`, { method: 'PATCH', body: { category: 'odd & co' } });
    const rest = itemsOf(await follow(nextOf(first) ?? ''));
    const even = made.filter((_, index) => index % 2 === 0);
    expect([...idsOf(first.json.data), ...idsOf(rest)]).to.deep.equal(idsOf(even).reverse());
    await app().call(`/api/products/${late.id}`, { method: 'DELETE' });
    await app().call(`/api/products/${lost.id}`, { method: 'PATCH', body: { category: 'even' } });
  });

  it('accept a cursor with another limit', async () => {
    const { next_cursor: cursor } = (await app().call('/api/products?limit=5')).json;
    const { data } = (await app().call(`/api/products?limit=3&include_total=true&cursor=${cursor}`)).json;
    expect(idsOf(data)).to.deep.equal(idsOf(made).reverse().slice(5, 8));
  });

  it('reject a cursor of another list, visibility or origin', async () => {
    const { next_cursor: cursor } = (await app().call('/api/products?limit=5')).json;
    await createProduct(app(), { category: 'third' });
    await createKey(app());
    const { next_cursor: ofKeys } = (await app().call('/api/auth/keys?limit=1')).json;
    const { next_cursor: ofCategories } = (await app().call('/api/categories?limit=1')).json;
    const expectRejected = async (path: string, key: string | null = app().ownerKey) => {
      const { errors } = expectProblem(await app().call(path, { key }), 400, 'invalid_cursor');
      expect(errors[0].parameter).to.equal('cursor');
    };
    for (const other of ['category=even', 'sort=price', 'sort=created_at', 'status=active', 'attributes.colour=blue']) {
      await expectRejected(`/api/products?${other}&cursor=${cursor}`);
    }
    await expectRejected(`/api/products?cursor=${cursor}`, null);
    for (const path of ['/api/categories', '/api/auth/keys']) await expectRejected(`${path}?cursor=${cursor}`);
    for (const foreign of [ofKeys, ofCategories]) await expectRejected(`/api/products?cursor=${foreign}`);
    const altered = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
    const forged = Buffer.from('["2026",""]').toString('base64url');
    for (const bad of [
      altered,
      `${cursor}A`,
      cursor.slice(1),
      cursor.slice(0, 22),
      'x',
      '%F0%9F%99%82',
      forged,
      '25',
    ]) {
      await expectRejected(`/api/products?cursor=${bad}`);
    }
  });

  it('work for every list', async () => {
    for (let index = 0; index < 3; index += 1) await createKey(app(), { name: `key ${index}` });
    const keys = itemsOf(await follow('/api/auth/keys?limit=2'));
    expect(keys.slice(0, 3).map(({ name }) => name)).to.deep.equal(['key 2', 'key 1', 'key 0']);
    expect(new Set(idsOf(keys)).size).to.equal(keys.length);
    const categories = itemsOf(await follow('/api/categories?limit=1', null));
    expect(categories.map(({ name }) => name).slice(-2)).to.deep.equal(['odd & co', 'even']);
  });
});
