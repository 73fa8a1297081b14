import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('memory', 'query strings', ({ app }) => {
  /** The rejected parameters of a list. */
  const invalidParametersOf = async (query: string, path = '/api/products'): Promise<string[]> =>
    errorPathsOf(expectProblem(await app().call(`${path}?${query}`), 400, 'invalid_parameter'));

  it('are rejected for unknown parameters', async () => {
    for (const name of [
      'page',
      'Limit',
      'limit[]',
      'category[]',
      'attributes',
      'attributes.',
      'dry_run',
      'access_token',
    ]) {
      expect(await invalidParametersOf(`${encodeURIComponent(name)}=1`)).to.deep.equal([name]);
    }
    for (const path of [
      '/api/products/prod_01h455vb4pex5vsknk084sn02q',
      '/api/auth',
      '/api/categories',
      '/api/auth/keys',
    ]) {
      expect(await invalidParametersOf('sku=a', path)).to.deep.equal(['sku']);
    }
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(await invalidParametersOf(`${name}=1`)).to.deep.equal([name]);
    }
  });

  it('are rejected for repeated parameters that are not repeatable', async () => {
    for (const [name, value] of [
      ['limit', 5],
      ['sku', 'a'],
      ['attributes.colour', 'blue'],
      ['cursor', 'a'],
    ]) {
      expect(await invalidParametersOf(`${name}=${value}&${name}=${value}`)).to.deep.equal([name]);
    }
    expect((await app().call('/api/products?category=a&category=b')).status).to.equal(200);
  });

  it('are rejected for invalid percent-encoding', async () => {
    for (const bad of ['%', '%z', '%f', '%ff', '%c3%28', '%ed%a0%80', '%00', 'a%00b']) {
      expect(await invalidParametersOf(`sku=${bad}`)).to.deep.equal(['sku']);
    }
    expect(await invalidParametersOf('%=1')).to.deep.equal(['%']);
  });

  it('are decoded like forms', async () => {
    const { id } = await createProduct(app(), { sku: 'a b+ü&=' });
    for (const sku of ['a%20b%2B%C3%BC%26%3D', 'a+b%2b%c3%bc%26=']) {
      expect(
        (await app().call(`/api/products?sku=${sku}&&`)).json.data.map((item: { id: string }) => item.id),
      ).to.deep.equal([id]);
    }
  });

  it('are rejected for values out of range or of another type', async () => {
    const faulty: Record<string, string[]> = {
      limit: ['0', '101', '-1', '1.5', 'ten', '', ' ', 'NaN', 'Infinity', '1e99', '0x10'],
      include_total: ['1', 'yes', ''],
      available: ['1', 'no', ''],
      sort: ['sku', '-', '--price', 'price,name', 'PRICE', ''],
      status: ['gone', 'ACTIVE', ''],
      currency: ['usd', 'XXX', 'EURO', ''],
      price_min: ['-1', 'a', '1.23456', '1e3', '1234567890123', '1,5', ''],
      price_max: ['+1', '.5', '5.', '٣', ''],
      ids: ['a', 'cat_01h455vb4pex5vsknk084sn02q', 'prod_01h455vb4pex5vsknk084sn02q,', ''],
      created_from: [
        '2026-11-20',
        'yesterday',
        '2026-02-30T00:00:00Z',
        '2026-11-20T24:00:00Z',
        '2026-11-20T09:30:00',
        '0',
      ],
      updated_from: ['2026-13-01T00:00:00Z', '20261120T093000Z'],
      category: ['', '%20', 'x'.repeat(101)],
      sku: ['', 'x'.repeat(101)],
      [`attributes.${'x'.repeat(41)}`]: ['a'],
      'attributes.a': ['x'.repeat(501)],
    };
    for (const [name, values] of Object.entries(faulty)) {
      for (const value of values)
        expect(await invalidParametersOf(`${name}=${value}`), `${name}=${value}`).to.deep.equal([name]);
    }
  });

  it('are rejected with all errors at once', async () => {
    const paths = await invalidParametersOf('limit=0&sort=x&colour=blue&price_min=a&created_to=b&status=active');
    expect(paths).to.deep.equal(['colour', 'created_to', 'limit', 'price_min', 'sort']);
  });

  it('are accepted up to their limits', async () => {
    const { id } = await createProduct(app());
    const hundred = Array.from({ length: 100 }, () => id).join(',');
    const good = [
      'limit=1',
      'limit=100',
      'price_min=0',
      'price_max=999999999999.9999',
      'created_to=2026-11-20t09:30:00z',
    ];
    const more = [
      'created_from=2024-02-29T23:59:59.123456789%2B05:30',
      `ids=${hundred}`,
      `attributes.${'x'.repeat(40)}=`,
    ];
    for (const query of [...good, ...more, 'include_total=false', '']) {
      expect((await app().call(`/api/products?${query}`)).status, query).to.equal(200);
    }
    expect(await invalidParametersOf(`ids=${hundred},${id}`)).to.deep.equal(['ids']);
  });

  it('accept only dry_run for writes', async () => {
    const { id } = await createProduct(app());
    const body = { name: 'a', price: 1 };
    for (const [method, path] of [
      ['POST', '/api/products'],
      ['PUT', `/api/products/${id}`],
      ['PATCH', `/api/products/${id}`],
    ] as const) {
      for (const query of ['dry_run=1', 'dry_run=', 'dry_run=true&dry_run=true', 'dryrun=true', 'limit=1']) {
        const response = await app().call(`${path}?${query}`, { method, body });
        expectProblem(response, 400, 'invalid_parameter');
      }
    }
    expectProblem(await app().call(`/api/products/${id}?force=true`, { method: 'DELETE' }), 400, 'invalid_parameter');
    expect((await app().call(`/api/products/${id}`)).json.version).to.equal(1);
  });

  it('are limited to a target of 8 KiB', async () => {
    const name = `/api/products?attributes.a=`;
    expectProblem(await app().call(name + 'x'.repeat(8193 - name.length)), 414, 'uri_too_long');
    expectProblem(await app().call(name + 'x'.repeat(8192 - name.length)), 400, 'invalid_parameter');
  });
});
