import { expect } from 'chai';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';

const UNKNOWN = 'prod_01h455vb4pex5vsknk084sn02q';

onStorage('memory', 'conventions', ({ app }) => {
  describe('every response', () => {
    /** A response of every kind, by name. */
    const problemResponses = async (): Promise<[string, Pick<Reply, 'status' | 'headers' | 'text'>][]> => {
      const { id, version } = await createProduct(app());
      const post = (body: unknown, headers = {}) => app().call('/api/products', { method: 'POST', body, headers });
      const tag = { 'If-None-Match': `"${version}"` };
      return [
        ['200', await app().call(`/api/products/${id}`)],
        ['200 of a list', await app().call('/api/products')],
        ['201', await post({ name: 'a', price: 1 })],
        ['304', await app().call(`/api/products/${id}`, { headers: tag })],
        ['400 of a body', await post('{')],
        ['400 of a query', await app().call('/api/products?limit=x')],
        ['400 of the parser', await sendRaw(app().url, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')],
        ['401', await app().call('/api/auth', { key: null })],
        ['401 of a bad key', await app().call('/api/auth', { key: 'bad' })],
        ['404', await app().call('/nothing')],
        ['405', await app().call('/api/products', { method: 'PUT' })],
        ['406', await app().call('/api/products', { headers: { Accept: 'text/html' } })],
        ['412', await app().call(`/api/products/${id}`, { method: 'DELETE', headers: { 'If-Match': '"9"' } })],
        ['413', await post(' '.repeat(1_048_577))],
        ['414', await sendRaw(app().url, `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`)],
        ['415', await post('a', { 'Content-Type': 'text/plain' })],
        ['422', await post({})],
        ['204', await app().call(`/api/products/${id}`, { method: 'DELETE' })],
        ['204 of OPTIONS', await app().call('/api/products', { method: 'OPTIONS' })],
        ['health', await app().call('/health/live')],
        ['the document', await app().call('/api/openapi.json')],
      ];
    };

    it('names the API version and forbids content sniffing', async () => {
      for (const [name, { headers }] of await problemResponses()) {
        expect(headers.get('api-version'), name).to.equal('2026-11-20');
        expect(headers.get('x-content-type-options'), name).to.equal('nosniff');
        expect(headers.get('x-request-id'), name).to.match(/^[A-Za-z0-9._-]{1,128}$/);
      }
    });

    it('contains no banner, stack, SQL, library or file name', async () => {
      const secrets =
        /node_modules|\.[jt]s\b|\bat \S+ \(|\bselect\b.+\bfrom\b|\bjoi\b|koa|mikro|inversify|kysely|postgres|node:/i;
      for (const [name, { headers, text }] of await problemResponses()) {
        expect(headers.get('server'), name).to.equal(null);
        expect(headers.get('x-powered-by'), name).to.equal(null);
        if (name !== 'the document') expect(text, name).to.not.match(secrets);
      }
    });

    it('is UTF-8 JSON when it has a body, and a problem from 400 on', async () => {
      for (const [name, { status, headers, text }] of await problemResponses()) {
        if (text === '') expect([204, 304], name).to.include(status);
        else if (status >= 400) expectProblem({ status, headers, text }, status, JSON.parse(text).code);
        else expect(headers.get('content-type'), name).to.equal('application/json; charset=utf-8');
      }
    });

    it('forbids storing when a key was sent, even an invalid one', async () => {
      for (const path of ['/api/products', `/api/products/${UNKNOWN}`, '/api/auth', '/nothing', '/api/products?x=1']) {
        for (const key of [app().ownerKey, 'bad']) {
          const { headers } = await app().call(path, { key });
          expect(headers.get('cache-control'), path).to.equal('no-store');
        }
      }
    });
  });

  describe('request ids', () => {
    it('returns the request id that was sent', async () => {
      for (const id of ['a', 'A-1_b.2', 'x'.repeat(128)]) {
        for (const path of ['/api/products', '/nothing', '/health/live']) {
          const { headers } = await app().call(path, { headers: { 'X-Request-Id': id } });
          expect(headers.get('x-request-id')).to.equal(id);
        }
      }
    });

    it('replaces an invalid request id', async () => {
      for (const id of ['', 'a b', 'a/b', 'ä', 'x'.repeat(129), '<script>']) {
        const { headers } = await app().call('/api/products', { headers: { 'X-Request-Id': id } });
        expect(headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
      }
    });

    it('creates a request id for each request', async () => {
      const replies = await Promise.all(Array.from({ length: 10 }, () => app().call('/api/products')));
      expect(new Set(replies.map(({ headers }) => headers.get('x-request-id')))).to.have.property('size', 10);
    });

    it('includes it in a problem', async () => {
      const reply = await app().call('/api/products/x', { headers: { 'X-Request-Id': 'mine' } });
      expect(expectProblem(reply, 404, 'not_found').request_id).to.equal('mine');
    });
  });

  describe('the API version', () => {
    it('may be sent', async () => {
      expect(await app().call('/api/products', { headers: { 'API-Version': '2026-11-20' } })).to.include({
        status: 200,
      });
    });

    it('is rejected when unknown, before any work', async () => {
      const headers = { 'API-Version': '2025-01-01' };
      const { errors } = expectProblem(await app().call('/api/products', { headers }), 400, 'unsupported_api_version');
      expect(errors[0]).to.include({ header: 'API-Version' });
      const made = await app().call('/api/products', {
        method: 'POST',
        body: { name: 'a', price: 1, sku: 'unmade' },
        headers,
      });
      expectProblem(made, 400, 'unsupported_api_version');
      expect((await app().call('/api/products?sku=unmade')).json.data).to.deep.equal([]);
    });
  });

  describe('the Accept header', () => {
    it('must allow JSON in any of its notations', async () => {
      for (const accept of ['*/*', 'application/*', 'application/json', 'text/html, application/json;q=0.1', '']) {
        expect((await app().call('/api/products', { headers: { Accept: accept } })).status, accept).to.equal(200);
      }
      for (const accept of ['text/html', 'image/*', 'application/xml', 'text/*;q=0.9', 'application/json;q=0', ';;']) {
        const reply = await app().call('/api/products', { headers: { Accept: accept } });
        expect(expectProblem(reply, 406, 'not_acceptable').errors[0]).to.include({ header: 'Accept' });
      }
    });
  });

  describe('resources', () => {
    it('have id, type, version and times, and a digest as ETag', async () => {
      const { id } = await createProduct(app(), { category: 'Shirts' });
      const key = await createKey(app());
      const [category] = (await app().call('/api/categories')).json.data;
      const product = await app().call(`/api/products/${id}`);
      const shown = [product.json, (await app().call(`/api/auth/keys/${key.id}`)).json, category];
      for (const [index, [object, prefix]] of [
        ['product', 'prod'],
        ['api_key', 'key'],
        ['category', 'cat'],
      ].entries()) {
        expect(shown[index]).to.include({ object, version: 1 });
        expect(shown[index].id).to.match(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
        for (const time of ['created_at', 'updated_at']) {
          expect(shown[index][time]).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        }
      }
      expect(product.headers.get('etag')).to.match(/^"[\w-]{22}"$/);
    });
  });
});
