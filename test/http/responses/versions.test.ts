import { expect } from 'chai';
import { API_VERSION, type ApiVersions, type Deprecation } from '#adapters/http/versions/api-versions.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { openEventStream } from '../../support/servers/event-stream.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

type Members = Readonly<Record<string, unknown>>;

const OLDEST = '2024-01-10';
const OLDER = '2025-05-01';

const PRODUCT_OPERATIONS = ['getProduct', 'createProduct', 'updateProduct'];
const RENAMED = { operations: ['createProduct', 'updateProduct'] };

const withoutMaker = ({ maker, ...rest }: Members): Members =>
  maker === undefined ? rest : { ...rest, vendor: maker };

const asMaker = ({ vendor, ...rest }: Members): Members => ({ ...rest, maker: vendor });

/** The newest version has `vendor`, which was `maker` in the older one, and an object `brand` in the oldest. */
const VERSIONS: ApiVersions = {
  versions: [
    {
      name: API_VERSION,
      changes: [
        { ...RENAMED, body: withoutMaker },
        { operations: PRODUCT_OPERATIONS, response: asMaker },
        {
          operations: ['listProducts'],
          query: ({ maker, ...rest }) => (maker === undefined ? rest : { ...rest, vendor: maker }),
          response: ({ data, ...rest }) => ({ ...rest, data: (data as Members[]).map(asMaker) }),
        },
        {
          operations: ['followEvents'],
          response: ({ data, ...event }) => ({ ...event, data: asMaker(data as Members) }),
        },
      ],
    },
    {
      name: OLDER,
      changes: [
        { ...RENAMED, body: ({ brand, ...rest }) => ({ ...rest, maker: (brand as Members)['name'] }) },
        { operations: PRODUCT_OPERATIONS, response: ({ maker, ...rest }) => ({ ...rest, brand: { name: maker } }) },
      ],
    },
    { name: OLDEST, changes: [], ending: { since: '2026-02-01', sunset: '2027-02-01' } },
  ],
  deprecations: [],
};

const inVersion = (version: string) => ({ 'API-Version': version });

onStorage(
  'memory',
  'versions of the API',
  ({ app }) => {
    const read = (id: string, version: string, headers = {}): Promise<Reply> =>
      app().call(`/api/products/${id}`, { headers: { ...headers, ...inVersion(version) } });
    const write = (method: string, path: string, body: object, headers: Record<string, string>): Promise<Reply> =>
      app().call(path, { method, body, headers });

    it('shows each client the shape of its version, and names it', async () => {
      const { id } = await createProduct(app(), { vendor: 'Casa Linho' });
      const shown: unknown[] = [];
      for (const version of [API_VERSION, OLDER, OLDEST]) {
        const { headers, json } = await read(id, version);
        expect(headers.get('api-version')).to.equal(version);
        expect(headers.get('vary')).to.match(/\bAPI-Version\b/);
        shown.push([json.vendor, json.maker, json.brand, json.name]);
      }
      const [name, none] = ['Linen shirt', undefined];
      expect(shown).to.deep.equal([
        ['Casa Linho', none, none, name],
        [none, 'Casa Linho', none, name],
        [none, none, { name: 'Casa Linho' }, name],
      ]);
    });

    it('takes the newest version for a request without one', async () => {
      const { id } = await createProduct(app(), { vendor: 'Casa Linho' });
      const { headers, json } = await app().call(`/api/products/${id}`);
      expect([headers.get('api-version'), json.vendor]).to.deep.equal([API_VERSION, 'Casa Linho']);
    });

    it('takes bodies and queries in the shape of the version, and validates them', async () => {
      const made = await write(
        'POST',
        '/api/products',
        { name: 'a', price: 1, brand: { name: 'Oak' } },
        inVersion(OLDEST),
      );
      expect([made.status, made.json.brand]).to.deep.equal([201, { name: 'Oak' }]);
      expect((await read(made.json.id, API_VERSION)).json.vendor).to.equal('Oak');
      const list = await app().call('/api/products?maker=Oak', { headers: inVersion(OLDER) });
      expect(list.json.data.map(({ maker }: Members) => maker)).to.deep.equal(['Oak']);
      expectProblem(await app().call('/api/products?maker=Oak'), 400, 'invalid_parameter');
      const wrong = await write('POST', '/api/products', { name: 'a', price: -1, maker: 'Oak' }, inVersion(OLDER));
      expect(expectProblem(wrong, 422, 'validation_failed').errors[0].pointer).to.equal('/price');
    });

    it('gives each version entity tags of its own, which a write accepts', async () => {
      const { id } = await createProduct(app(), { vendor: 'Oak' });
      const [newest, older] = [await read(id, API_VERSION), await read(id, OLDER)].map(({ headers }) =>
        headers.get('etag'),
      );
      expect(newest).to.be.a('string').that.is.not.equal(older);
      expect((await read(id, OLDER, { 'If-None-Match': older })).status).to.equal(304);
      expect((await read(id, API_VERSION, { 'If-None-Match': older })).status).to.equal(200);
      const path = `/api/products/${id}`;
      const match = { 'If-Match': older ?? '' };
      const patched = await write('PATCH', path, { maker: 'Elm' }, { ...inVersion(OLDER), ...match });
      expect([patched.status, patched.json.maker]).to.deep.equal([200, 'Elm']);
      expect(patched.headers.get('etag')).to.equal((await read(id, OLDER)).headers.get('etag'));
      expectProblem(
        await write('PATCH', path, { maker: 'Ash' }, { ...inVersion(OLDER), ...match }),
        412,
        'version_mismatch',
      );
    });

    it('repeats the response of the first request with an idempotency key, as it was', async () => {
      const headers = { ...inVersion(OLDER), 'Idempotency-Key': 'once' };
      const body = { name: 'b', price: 1, maker: 'Oak' };
      const [first, again] = [
        await write('POST', '/api/products', body, headers),
        await write('POST', '/api/products', body, headers),
      ];
      expect(again.headers.get('idempotency-replayed')).to.equal('true');
      expect(again.text).to.equal(first.text);
    });

    it('has dry runs in the shape of the version', async () => {
      const { json } = await write(
        'POST',
        '/api/products?dry_run=true',
        { name: 'c', price: 1, maker: 'Oak' },
        inVersion(OLDER),
      );
      expect(json).to.include({ maker: 'Oak', dry_run: true });
    });

    it('streams messages in the shape of the version', async () => {
      const stream = await openEventStream<{ data: Members }>(app().url, {
        key: app().ownerKey,
        query: '?type=product.created',
        headers: inVersion(OLDER),
      });
      await createProduct(app(), { vendor: 'Oak' });
      const [event] = await stream.until(1);
      expect(event?.data.data).to.include({ maker: 'Oak' }).and.not.have.property('vendor');
      stream.cut();
    });

    it('announces the end of a version in each of its responses, errors included', async () => {
      for (const path of ['/api/products', '/api/products/prod_01h455vb4pex5vsknk084sn02q']) {
        const { headers } = await app().call(path, { headers: inVersion(OLDEST) });
        expect(headers.get('deprecation')).to.equal(`@${Date.UTC(2026, 1, 1) / 1000}`);
        expect(headers.get('sunset')).to.equal('Mon, 01 Feb 2027 00:00:00 GMT');
        expect(headers.get('link')).to.include('</docs/guides/versions>; rel="deprecation"');
        expect((await app().call(path, { headers: inVersion(OLDER) })).headers.get('deprecation')).to.equal(null);
      }
    });

    it('rejects a version that it does not have, and names those that it has', async () => {
      const problem = expectProblem(await read('prod_1', '2023-01-01'), 400, 'unsupported_api_version');
      expect(problem.detail).to.equal(`API-Version must be ${API_VERSION}, ${OLDER}, ${OLDEST} or omitted`);
    });
  },
  {},
  { constants: { apiVersions: VERSIONS } },
);

const ENDING = { since: '2026-12-01', sunset: '2027-12-01' };

const withDeprecations = (...deprecations: Deprecation[]) =>
  startApp({}, { constants: { apiVersions: { versions: VERSIONS.versions.slice(0, 1) as never, deprecations } } });

describe('what the API deprecates', () => {
  it('is announced by the responses of its operations, beside the link to the next page', async () => {
    const app = await withDeprecations({ ...ENDING, operations: ['listProducts'], part: 'vendor' });
    await createProduct(app);
    await createProduct(app);
    const { headers } = await app.call('/api/products?limit=1');
    expect(headers.get('deprecation')).to.equal(`@${Date.UTC(2026, 11, 1) / 1000}`);
    expect(headers.get('sunset')).to.equal('Wed, 01 Dec 2027 00:00:00 GMT');
    expect(headers.get('link')).to.match(/rel="next", <\/docs\/guides\/versions>; rel="deprecation"/);
    expect((await app.call('/api/categories')).headers.get('deprecation')).to.equal(null);
    expect((await app.call('/docs/guides/versions', { key: null })).status).to.equal(200);
    await app.stop();
  });

  it('is marked in the document: an operation, a parameter, a field', async () => {
    const app = await withDeprecations(
      { ...ENDING, operations: ['listProducts'], part: 'limit' },
      { ...ENDING, operations: ['getProduct'], part: 'Product.vendor' },
      { ...ENDING, operations: ['suggestProducts'] },
    );
    const { paths, components } = (await app.call('/api/openapi.json')).json;
    await app.stop();
    const { parameters, description, responses, deprecated } = paths['/api/products'].get;
    expect(parameters.filter((each: Members) => each['deprecated']).map((each: Members) => each['name'])).to.deep.equal(
      ['limit'],
    );
    expect(description).to.include('`limit` is deprecated since 2026-12-01, and ends on 2027-12-01.');
    expect(Object.keys(responses['200'].headers)).to.include.members(['Deprecation', 'Sunset']);
    expect([deprecated, paths['/api/products/suggest'].get.deprecated]).to.deep.equal([undefined, true]);
    // other lists share the parameter's component
    expect(JSON.stringify(paths['/api/orders'].get) + JSON.stringify(components.parameters)).to.not.include(
      'deprecated',
    );
    expect(components.schemas.Product.properties.vendor.deprecated).to.equal(true);
  });

  it('must exist, as must what a version changes', async () => {
    const [newest] = VERSIONS.versions;
    const change = { operations: ['getColour'], body: withoutMaker };
    const wrong: ApiVersions[] = [
      { versions: [newest], deprecations: [{ ...ENDING, operations: ['getProduct'], part: 'Product.colour' }] },
      { versions: [newest], deprecations: [{ ...ENDING, operations: ['getColour'] }] },
      { versions: [{ ...newest, changes: [change] }], deprecations: [] },
    ];
    for (const apiVersions of wrong) {
      const app = await startApp({}, { constants: { apiVersions } });
      expect((await app.call('/api/openapi.json')).status).to.equal(500);
      await app.stop();
    }
  });
});
