import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const SMILE = '🙂';

onService('product fields', ({ app }) => {
  const post = (fields: object) =>
    app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1, ...fields } });

  /** The fields are stored unchanged. */
  const expectKept = async (fields: object): Promise<void> => {
    const { id } = await createProduct(app(), fields);
    expect((await app().call(`/api/products/${id}`)).json).to.deep.include(fields);
  };
  const expectRejected = async (fields: object, ...paths: string[]): Promise<void> => {
    expect(
      errorPathsOf(expectProblem(await post(fields), 422, 'validation_failed')),
      JSON.stringify(fields).slice(0, 99),
    ).to.deep.equal(paths);
  };

  describe('money', () => {
    const GOOD: readonly (readonly [string, number[]])[] = [
      ['USD', [0, 0.01, 0.1, 1.1, 19.99, 100, 4.35, 1.005e3, 123456789.01, 999_999_999_999.99]],
      ['JPY', [0, 1, 1980, 1e3, 999_999_999_999]],
      ['KWD', [0.001, 1.234, 999_999_999_999.99]],
      ['CLF', [0.0001, 1.2345]],
      ['HUF', [0.01, 999.5]],
    ];
    const BAD: readonly (readonly [string, unknown[]])[] = [
      ['USD', [0.001, 19.999, 0.1 + 0.2, 1e-7, -0.01, -1, 1e12, 999_999_999_999.995, 1e300, '19.99', null, true, [1]]],
      ['JPY', [0.5, 19.99, -1, 1e12]],
      ['KWD', [1.2345, 1e12]],
      ['CLF', [1.23456]],
    ];

    for (const [currency, prices] of GOOD) {
      it(`round-trips to the last decimal in ${currency}`, async () => {
        for (const price of prices) await expectKept({ price, currency });
      });
    }

    for (const [currency, prices] of BAD) {
      it(`is rejected with more decimals than ${currency} has, or out of range`, async () => {
        for (const price of prices) await expectRejected({ price, currency }, '/price');
      });
    }

    it('is rejected with a readable message', async () => {
      const messages = {
        '-1': 'must be at least 0',
        '1e12': 'must be at most 999999999999.99',
        '0.5': 'must have at most 0 decimals in JPY',
      };
      for (const [price, message] of Object.entries(messages)) {
        const { errors } = (await post({ price: Number(price), currency: 'JPY' })).json;
        expect(errors.map((error: { message: string }) => error.message)).to.deep.equal([message]);
      }
    });

    it('requires an upper-case ISO 4217 currency', async () => {
      for (const currency of ['usd', 'XXX', 'EURO', 'BTC', '', 'US', null, 840])
        await expectRejected({ currency }, '/currency');
      await expectRejected({ currency: 'xyz', price: 1.001 }, '/currency');
    });

    it('is checked against the resulting currency in a patch', async () => {
      const { id } = await createProduct(app(), { price: 1.5, currency: 'EUR' });
      const expectPriceRejected = async (patch: object) =>
        expect(
          errorPathsOf(expectProblem(await patchProduct(app(), id, patch), 422, 'validation_failed')),
        ).to.deep.equal(['/price']);
      await expectPriceRejected({ price: 1.505 });
      await expectPriceRejected({ currency: 'JPY' });
      await expectPriceRejected({ currency: 'JPY', price: 2.5 });
      expect((await patchProduct(app(), id, { currency: 'KWD', price: 1.505 })).json).to.include({
        price: 1.505,
        currency: 'KWD',
      });
      await expectPriceRejected({ currency: null });
      expect((await patchProduct(app(), id, { currency: null, price: 2 })).json).to.include({
        price: 2,
        currency: 'USD',
      });
    });

    it('has no negative zero', async () => {
      const reply = await app().call('/api/products', { method: 'POST', body: '{"name":"a","price":-0}' });
      expect(reply.text).to.include('"price":0,');
      expect((await app().call(reply.headers.get('location') ?? '')).text).to.match(/"price" ?: ?0,/);
    });
  });

  describe('text fields', () => {
    const LIMITS = {
      ...{ name: 255, description: 50_000, category: 100, vendor: 100, sku: 100, barcode: 100, tax_category: 100 },
      ...{ seo_title: 255, seo_description: 1_000 },
    };

    it('are counted in characters as people see them', async () => {
      for (const [field, most] of Object.entries(LIMITS)) {
        await expectKept({ [field]: SMILE.repeat(most) });
        await expectRejected({ [field]: SMILE.repeat(most + 1) }, `/${field}`);
        await expectRejected({ [field]: 'x'.repeat(most + 1) }, `/${field}`);
      }
      for (const field of ['attributes', 'metadata']) {
        await expectKept({ [field]: { [SMILE.repeat(40)]: SMILE.repeat(500) } });
        await expectRejected({ [field]: { [SMILE.repeat(41)]: 'x' } }, `/${field}/${SMILE.repeat(41)}`);
        await expectRejected({ [field]: { x: SMILE.repeat(501) } }, `/${field}/x`);
        await expectRejected({ [field]: { '': 'x' } }, `/${field}/`);
      }
    });

    it('are stored as sent', async () => {
      const odd = [
        'e\u0301',
        '\u00e9',
        ' padded ',
        '<b>&amp;</b>',
        "'; drop table products; --",
        '%_\\',
        '\u202eabc',
        '\u0001\u007f',
        '$1 {} "q"',
      ];
      for (const text of odd) await expectKept({ name: text, description: text, metadata: { [text]: text } });
      // > separates the levels of a path
      for (const label of odd.slice(4)) await expectKept({ category: label });
      await expectKept({ description: '' });
    });

    it('reject blank names', async () => {
      for (const field of Object.keys(LIMITS).filter((name) => name !== 'description')) {
        for (const blank of ['', ' ', '\t\n', '\u00a0\u3000']) await expectRejected({ [field]: blank }, `/${field}`);
      }
    });
  });

  it('accept at most 20 https image URLs', async () => {
    await expectKept({ images: Array.from({ length: 20 }, (_, index) => `https://example.com/${index}.jpg`) });
    await expectRejected({ images: Array(21).fill('https://example.com/a.jpg') }, '/images');
    for (const url of [
      'http://example.com/a.jpg',
      'javascript:alert(1)',
      '//example.com/a',
      'data:image/png;base64,AA',
      '',
      'https://',
    ]) {
      await expectRejected({ images: [url] }, '/images/0');
    }
  });

  it('accept at most 50 attributes', async () => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']));
    for (const field of ['attributes', 'metadata']) {
      await expectKept({ [field]: pairs(50) });
      await expectRejected({ [field]: pairs(51) }, `/${field}`);
      for (const value of [1, true, null, [], {}]) await expectRejected({ [field]: { x: value } }, `/${field}/x`);
      await expectRejected({ [field]: [] }, `/${field}`);
    }
  });

  it('accept at most 50 tags, each once and without a comma', async () => {
    await expectKept({ tags: ['b', 'A', "'=1", '"q" \\ {}', SMILE.repeat(60)] });
    await expectKept({ tags: Array.from({ length: 50 }, (_, index) => `tag ${index}`) });
    expect(await createProduct(app(), { tags: [' winter \n sale'] })).to.deep.include({ tags: ['winter sale'] });
    await expectRejected({ tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, '/tags');
    for (const tag of ['a,b', ',', '', ' ', SMILE.repeat(61), 1, null]) {
      await expectRejected({ tags: ['x', tag] }, '/tags/1');
    }
    await expectRejected({ tags: 'x' }, '/tags');
    await expectRejected({ tags: ['x', 'y', 'X '] }, '/tags/2');
    const { errors } = (await post({ tags: ['a,b'] })).json;
    expect(errors[0].message).to.equal('must be a label that is not blank and has no comma');
  });

  it('accept whole stock numbers', async () => {
    for (const field of ['stock', 'low_stock_threshold']) {
      for (const quantity of [0, 1, 2_147_483_647, null]) await expectKept({ [field]: quantity });
      for (const quantity of [-1, 0.5, 1e10, '1', false]) await expectRejected({ [field]: quantity }, `/${field}`);
    }
  });

  it('accept weights of at most three decimals in known units', async () => {
    for (const weight of [0, 0.001, 1.25, 999_999_999, null]) await expectKept({ weight, weight_unit: 'kg' });
    for (const weight of [-1, 0.0001, 1e9, '1', false]) await expectRejected({ weight }, '/weight');
    for (const weight_unit of ['KG', 'ton', '', null]) await expectRejected({ weight_unit }, '/weight_unit');
    expect(await createProduct(app(), { weight: 180 })).to.include({ weight: 180, weight_unit: 'g' });
  });

  for (const field of ['compare_at_price', 'cost']) {
    it(`accept a ${field} in the currency of the price`, async () => {
      await expectKept({ price: 19.99, [field]: 24.99, currency: 'EUR' });
      await expectRejected({ [field]: 24.999, currency: 'EUR' }, `/${field}`);
      await expectRejected({ [field]: 24.999 }, `/${field}`);
      await expectRejected({ [field]: 0.5, price: 1, currency: 'JPY' }, `/${field}`);
      await expectRejected({ [field]: -1 }, `/${field}`);
      const { id } = await createProduct(app(), { price: 2, [field]: 1.5 });
      const response = await patchProduct(app(), id, { currency: 'JPY' });
      expect(errorPathsOf(expectProblem(response, 422, 'validation_failed'))).to.deep.equal([`/${field}`]);
    });
  }

  it('show the lowest price before a reduction, and every price to readers', async () => {
    const { id, lowest_price_30d: none } = await createProduct(app(), { price: 100 });
    expect(none).to.equal(undefined);
    expect((await patchProduct(app(), id, { price: 80 })).json).to.include({ lowest_price_30d: 100 });
    const path = `/api/products/${id}/prices`;
    const { data } = (await app().call(`${path}?limit=1`)).json;
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ object: 'price', price: 80, currency: 'USD', published: true, to: null });
    expectProblem(await app().call(path, { key: null }), 401, 'authentication_required');
    expectProblem(await app().call('/api/products/prod_01h455vb4pex5vsknk084sn02q/prices'), 404, 'not_found');
  });

  describe('slugs', () => {
    const idsBy = async (slug: string) =>
      (await app().call(`/api/products?slug=${encodeURIComponent(slug)}`)).json.data.map(
        ({ id }: { id: string }) => id,
      );

    it('find a product by its slug and by its former ones', async () => {
      const { id, slug } = await createProduct(app(), { name: 'Überwurf, weiß' });
      expect(slug).to.equal('uberwurf-weiß');
      await patchProduct(app(), id, { slug: 'bedspread' });
      for (const each of [slug, 'bedspread']) expect(await idsBy(each), each).to.deep.equal([id]);
      expect(await idsBy('bedspreads')).to.deep.equal([]);
    });

    it('are rejected unless they are lowercase words with hyphens', async () => {
      for (const slug of ['Shirt', 'a b', '-a', 'a-', 'a--b', 'é', '', 'a/b', 7, 'x'.repeat(256)]) {
        await expectRejected({ slug }, '/slug');
      }
    });

    it('are rejected if another product has them', async () => {
      await createProduct(app(), { slug: 'taken' });
      const problem = expectProblem(await post({ slug: 'taken' }), 409, 'already_exists');
      expect(problem['detail']).to.equal('slug is already used by another product');
      expect(errorPathsOf(problem)).to.deep.equal(['/slug']);
    });

    it('of long names are shortened', async () => {
      const name = '㍿'.repeat(255);
      const slugs = [(await createProduct(app(), { name })).slug, (await createProduct(app(), { name })).slug];
      expect(slugs[0]).to.have.length(200);
      expect(slugs[1].slice(0, 201)).to.equal(`${slugs[0]}-`);
    });
  });

  it('accept known statuses', async () => {
    for (const status of ['draft', 'active', 'archived']) await expectKept({ status });
    for (const status of ['Active', 'deleted', '', 1]) await expectRejected({ status }, '/status');
  });
});

onStorage(
  'memory',
  'money in a store of another currency',
  ({ app }) => {
    it('defaults to the store’s currency', async () => {
      expect(await createProduct(app(), { price: 1980 })).to.include({ price: 1980, currency: 'JPY' });
      const response = await app().call('/api/products', { method: 'POST', body: { name: 'a', price: 19.8 } });
      expect(errorPathsOf(expectProblem(response, 422, 'validation_failed'))).to.deep.equal(['/price']);
      expect(await createProduct(app(), { price: 19.8, currency: 'USD' })).to.include({ price: 19.8, currency: 'USD' });
    });
  },
  { STORE_CURRENCY: 'JPY' },
);
