import { expect } from 'chai';
import { createProduct, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { OWNER, type Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';

const UNKNOWN = 'prod_01h455vb4pex5vsknk084sn02q';

onStorage('memory', 'routing', ({ app }) => {
  describe('methods', () => {
    const allowedOf = ({ headers }: Reply): string[] => (headers.get('allow') ?? '').split(', ').sort();

    it('responds to HEAD like GET without a body', async () => {
      const { id } = await createProduct(app());
      // the last use of a key is recorded in the background, and may change between the two requests
      const key = await signIn(app(), OWNER, app().ownerPassword);
      for (const path of [`/api/products/${id}`, '/api/products', '/api/auth', '/api/openapi.json', '/health/ready']) {
        const headers = { 'Accept-Encoding': 'identity' };
        const get = await app().call(path, { key, headers });
        const head = await app().call(path, { method: 'HEAD', key, headers });
        expect([head.status, head.text], path).to.deep.equal([200, '']);
        expect(head.headers.get('content-length'), path).to.equal(String(Buffer.byteLength(get.text)));
        for (const name of ['etag', 'content-type', 'link']) {
          expect(head.headers.get(name), path).to.equal(get.headers.get(name));
        }
      }
      expect((await app().call(`/api/products/${UNKNOWN}`, { method: 'HEAD' })).status).to.equal(404);
    });

    it('lists allowed methods for OPTIONS and 405', async () => {
      const { id } = await createProduct(app());
      const allowed = {
        '/api/products': ['GET', 'HEAD', 'OPTIONS', 'POST'],
        [`/api/products/${id}`]: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'],
        '/api/auth': ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST'],
        '/api/categories': ['GET', 'HEAD', 'OPTIONS'],
        '/health/live': ['GET', 'HEAD', 'OPTIONS'],
      };
      for (const [path, methods] of Object.entries(allowed)) {
        const options = await app().call(path, { method: 'OPTIONS', key: null });
        expect([options.status, options.text]).to.deep.equal([204, '']);
        expect(allowedOf(options), path).to.include.members(methods);
        const response = await app().call(path, { method: 'PROPFIND', key: null });
        expectProblem(response, 405, 'method_not_allowed');
        expect(allowedOf(response), path).to.deep.equal(allowedOf(options));
      }
    });

    it('rejects each method that OPTIONS does not list', async () => {
      for (const path of ['/api/products', '/api/auth/keys', '/api/openapi.json', '/metrics']) {
        const allowed = allowedOf(await app().call(path, { method: 'OPTIONS' }));
        const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'LINK'].filter((method) => {
          return !allowed.includes(method);
        });
        expect(others, path).to.not.be.empty;
        for (const method of others) expectProblem(await app().call(path, { method }), 405, 'method_not_allowed');
      }
    });

    it('rejects TRACE without echoing it', async () => {
      const reply = await sendRaw(
        app().url,
        'TRACE /api/products HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-A: not-to-be-echoed\r\n\r\n',
      );
      expectProblem(reply, 405, 'method_not_allowed');
      expect(reply.text).to.not.include('not-to-be-echoed');
    });
  });

  describe('paths', () => {
    it('exist only for the API', async () => {
      const unknown = ['/api', '/api/', '/nothing', '/api/nothing', '/api/products/', '/api/Products', '/API/products'];
      const odd = [
        '//api/products',
        '/api//products',
        '/api/products/a/b',
        '/api/products%2Fa',
        '/api/../api/products',
      ];
      for (const path of [...unknown, ...odd]) {
        const raw = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
        expectProblem(await sendRaw(app().url, raw), 404, 'not_found');
      }
    });

    it('return 404 for an id of another form or prefix, for any method', async () => {
      const { id } = await createProduct(app());
      const suffix = id.slice(5);
      const ids = [
        `cat_${suffix}`,
        `PROD_${suffix}`,
        suffix,
        `prod_8${suffix.slice(1)}`,
        `prod_${suffix.toUpperCase()}`,
      ];
      for (const unknown of [
        ...ids,
        `${id}0`,
        `${id}%00`,
        `${id}%0a`,
        'x',
        '%20',
        "'; drop table products; --",
        UNKNOWN,
      ]) {
        const path = `/api/products/${encodeURI(unknown).replaceAll('%25', '%')}`;
        for (const method of ['GET', 'DELETE']) expectProblem(await app().call(path, { method }), 404, 'not_found');
        for (const [method, body] of [
          ['PUT', { name: 'a', price: 1 }],
          ['PATCH', { name: 'a' }],
        ] as const) {
          expectProblem(await app().call(path, { method, body }), 404, 'not_found');
        }
      }
      expect((await app().call(`/api/products/${id}`)).json).to.include({ id, version: 1 });
    });

    it('decode percent-encoding and reject invalid encoding', async () => {
      const { id } = await createProduct(app());
      const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
      expect((await app().call(`/api/products/${encoded}`)).json.id).to.equal(id);
      for (const path of ['/api/products/%', '/api/products/%zz', '/api/%E0%A4%A', '/api/products/%ff']) {
        const { errors } = expectProblem(await app().call(path), 400, 'invalid_parameter');
        expect(errors[0]).to.include({ parameter: 'path' });
      }
    });

    it('may be absolute URLs, as proxies send them', async () => {
      const get = (target: string) =>
        sendRaw(app().url, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect((await get(`${app().url}/api/products`)).status).to.equal(200);
      for (const target of ['http://[::1/x', 'http://a:b:c/', 'http://a%20b/', 'ftp://a/api/products', 'x://']) {
        expectProblem(await get(target), 400, 'bad_request');
      }
    });
  });
});
