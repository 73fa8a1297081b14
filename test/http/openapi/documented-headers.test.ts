import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

/** Headers of HTTP itself and of browsers, which no operation describes. */
const GENERAL =
  /^(?:date|connection|keep-alive|content-type|content-length|cache-control|vary|referrer-policy|content-security-policy|x-content-type-options|strict-transport-security)$/;

type Responses = Readonly<Record<string, Readonly<{ headers?: object }>>>;

describe('the headers of responses', () => {
  let app: TestApp;
  let paths: Readonly<Record<string, Readonly<Record<string, Readonly<{ responses: Responses }>>>>>;

  before(async () => {
    app = await startApp({ RATE_LIMIT: '1000/60' });
    ({ paths } = withParts((await app.call('/api/openapi.json')).json));
  });
  after(() => app.stop());

  const expectDescribed = (path: string, method: string, { status, headers }: Reply): void => {
    const described = Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {});
    const sent = [...headers.keys()].filter((name) => !GENERAL.test(name));
    expect(described.map((name) => name.toLowerCase())).to.include.members(sent);
  };

  it('are described for each operation and status', async () => {
    await createProduct(app, { name: 'one' });
    const { id } = await createProduct(app, { name: 'two' });
    const list = await app.call('/api/products?limit=1');
    expect(list.headers.get('link')).to.contain('rel="next"');
    expectDescribed('/api/products', 'get', list);
    expectDescribed('/api/products/{id}', 'get', await app.call(`/api/products/${id}`));
    const create = () =>
      app.call('/api/products', {
        method: 'POST',
        body: { name: 'three', price: 1 },
        headers: { 'Idempotency-Key': 'three' },
      });
    expectDescribed('/api/products', 'post', await create());
    const replayed = await create();
    expect(replayed.headers.get('idempotency-replayed')).to.equal('true');
    expectDescribed('/api/products', 'post', replayed);
    expectDescribed('/api/products', 'post', await app.call('/api/products', { method: 'POST', key: null }));
    expectDescribed('/api/products', 'post', await app.call('/api/products', { method: 'POST', body: {} }));
  });

  it('and the errors of a body are described for a POST that needs none', async () => {
    const path = '/api/webhooks/{id}/test';
    const post = (body: string, headers = {}) =>
      app.call(path.replace('{id}', 'wh_01h455vb4pex5vsknk084sn02q'), { method: 'POST', body, headers });
    const statuses = [
      await post('{}'.padEnd(20_000)),
      await post('{}', { 'Content-Type': 'text/plain' }),
      await post('{'),
      await post('{"a":1}'),
    ].map(({ status }) => String(status));
    expect(statuses).to.deep.equal(['413', '415', '400', '422']);
    expect(paths[path]?.['post']?.responses).to.include.all.keys(statuses);
  });
});
