import { expect } from 'chai';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Line = Readonly<{ message: string; fields: Record<string, unknown> }>;

describe('the log', () => {
  let lines: Line[];
  let app: TestApp;

  before(async () => {
    lines = [];
    const write = (fields: object, message: string): void => void lines.push({ message, fields: { ...fields } });
    app = await startApp({}, { log: { debug: write, info: write, warn: write, error: write } });
  });
  after(() => app.stop());

  const lineOf = async ({ headers }: Pick<Reply, 'headers'>): Promise<Line | undefined> => {
    const own = () => lines.filter(({ fields }) => fields['request_id'] === headers.get('x-request-id'));
    await eventually('the request is logged', async () => own().length > 0);
    expect(own()).to.have.length(1);
    return own()[0];
  };

  it('has one line per request: id, method, path, status and caller', async () => {
    const { id } = await createProduct(app);
    const { id: caller, key } = await createKey(app);
    const expected: readonly (readonly [Reply, object])[] = [
      [
        await app.call(`/api/products/${id}`, { key }),
        { method: 'GET', path: `/api/products/${id}`, status: 200, caller },
      ],
      [
        await app.call('/api/products?limit=0', { key: null }),
        { method: 'GET', path: '/api/products', status: 400, caller: null },
      ],
      [await app.call(`/api/products/${id}`, { method: 'DELETE', key }), { method: 'DELETE', status: 204, caller }],
      [await app.call('/api/auth', { key: 'bad' }), { path: '/api/auth', status: 401, caller: null }],
      [
        await app.call('/nothing', { headers: { 'X-Request-Id': 'mine' } }),
        { path: '/nothing', status: 404, request_id: 'mine' },
      ],
    ];
    for (const [reply, fields] of expected) {
      const line = await lineOf(reply);
      expect(line?.message).to.equal('request');
      expect(line?.fields).to.include(fields);
      expect(line?.fields['ms']).to.be.a('number');
    }
  });

  it('logs a path with encoded line breaks and quotes as /*', async () => {
    const reply = await sendRaw(app.url, 'GET /a%0a%22b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect((await lineOf(reply))?.fields['path']).to.equal('/*');
  });

  it('contains no key, token or password, and neither do the headers and bodies of responses', async () => {
    const issued = await createKey(app);
    const credentials = { email: 'owner@example.com', password: app.ownerPassword };
    const { token } = (await app.call('/api/auth', { method: 'POST', body: credentials })).json;
    const secrets = [app.ownerKey, app.ownerPassword, issued.key, token];
    const responses = [
      await app.call(`/api/products?sku=${issued.key}`, { key: issued.key }),
      await app.call(`/api/products/${issued.key}`, { key: issued.key }),
      await app.call(`/${token}`),
      await app.call(`/api/products?api_key=${issued.key}`, { key: token }),
      // intentionally invalid JSON: the error must not quote the body
      await app.call('/api/products', { method: 'POST', body: `{"password": "${app.ownerPassword}"` }),
      await app.call('/api/auth', { method: 'POST', body: { email: app.ownerPassword, password: issued.key } }),
      await app.call('/api/auth', { key: `${issued.key}x` }),
      await app.call('/api/auth/keys', { key: issued.key }),
      await app.call('/api/auth', { method: 'DELETE', key: token }),
    ];
    for (const response of responses) await lineOf(response);
    for (const secret of secrets) {
      expect(JSON.stringify(lines)).to.not.include(secret);
      for (const { headers, text } of responses) expect(JSON.stringify([...headers]) + text).to.not.include(secret);
    }
  });
});
