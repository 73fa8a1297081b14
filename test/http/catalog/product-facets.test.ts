import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('product facets', ({ app }) => {
  const list = (query: string, key: string | null = null) => app().call(`/api/products?${query}`, { key });
  const facetsOf = async (query: string, key: string | null = null) => {
    const { status, json, text } = await list(query, key);
    expect(status, text).to.equal(200);
    return json.facets;
  };
  type Valued = Readonly<{ value: string; count: number }>;
  const counts = (all: readonly Valued[]): string => all.map(({ value, count }) => `${value} ${count}`).join(', ');

  before('five products', async () => {
    const create = (name: string, price: number, fields: object = {}) =>
      createProduct(app(), { name, price, ...fields });
    await create('Linen shirt', 10, { category: 'Shirts', attributes: { colour: 'blue', size: 'M' } });
    await create('Cotton shirt', 20, { category: 'Shirts', attributes: { colour: 'red', size: 'M' } });
    await create('Linen hat', 30, { category: 'Hats', attributes: { colour: 'blue', 'a.b': '' } });
    await create('Umbrella', 40);
    await create('Linen draft', 50, { category: 'Shirts', status: 'draft', attributes: { colour: 'blue' } });
  });

  it('count the products of the list', async () => {
    const { json } = await list('facets=category,price,attributes.colour,attributes.a.b&limit=1&sort=name');
    const [{ id: shirts }, { id: hats }] = json.facets.category;
    expect([shirts, hats].every((id) => /^cat_/.test(id))).to.equal(true);
    expect(Object.keys(json)).to.deep.equal(['data', 'next_cursor', 'facets']);
    expect(json.facets).to.deep.equal({
      category: [
        { id: shirts, value: 'Shirts', count: 2 },
        { id: hats, value: 'Hats', count: 1 },
      ],
      price: [10, 20, 30, 40].map((price) => ({ from: price, to: price, count: 1 })),
      'attributes.colour': [
        { value: 'blue', count: 2 },
        { value: 'red', count: 1 },
      ],
      'attributes.a.b': [{ value: '', count: 1 }],
      exact: true,
    });
    expect(counts((await facetsOf('facets=category', app().ownerKey)).category)).to.equal('Shirts 3, Hats 1');
  });

  it('apply all filters and the text but their own', async () => {
    const facets = await facetsOf(
      'facets=category,price,attributes.colour,attributes.size&category=Shirts&price_max=15&attributes.colour=blue&q=linne',
    );
    expect(counts(facets.category)).to.equal('Shirts 1');
    expect(facets.price).to.deep.equal([{ from: 10, to: 10, count: 1 }]);
    expect(counts(facets['attributes.colour'])).to.equal('blue 1');
    expect(counts((await facetsOf('facets=category&category=Shirts&q=linen')).category)).to.equal('Hats 1, Shirts 1');
    expect((await facetsOf('facets=price&price_min=35')).price).to.have.length(4);
    expect(counts((await facetsOf('facets=attributes.colour&attributes.colour=red'))['attributes.colour'])).to.equal(
      'blue 2, red 1',
    );
  });

  it('belong to every page, and change no cursor', async () => {
    const first = await list('facets=price&limit=3&sort=price');
    const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app().call(next, { key: null });
    expect(second.json.facets).to.deep.equal(first.json.facets);
    expect(second.json.data).to.have.length(1);
    const without = await list(`limit=3&sort=price&cursor=${first.json.next_cursor}`);
    expect(without.json.data).to.deep.equal(second.json.data);
    expect(without.json).to.not.have.property('facets');
  });

  it('reject what is no facet', async () => {
    const message = 'must be at most 5 different ones of category, price and attributes.<name>, separated by ","';
    const many = Array.from({ length: 6 }, (_, index) => `attributes.a${index}`).join(',');
    for (const facets of ['colour', 'category,', 'price,price', 'attributes.', many]) {
      const problem = expectProblem(await list(`facets=${facets}`), 400, 'invalid_parameter');
      expect(problem['errors'], facets).to.deep.include({ parameter: 'facets', code: 'string.pattern.base', message });
    }
  });
});
