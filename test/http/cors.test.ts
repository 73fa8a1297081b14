import { expect } from 'chai';
import { onStorage } from '../support/each-storage.ts';
import type { TestApp } from '../support/start-app.ts';

const SHOP = 'https://shop.example';

const preflight = (app: TestApp, origin: string) =>
  app.call('/api/products/x', {
    method: 'OPTIONS',
    key: null,
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match',
    },
  });

onStorage(
  'memory',
  'CORS for some origins',
  ({ app }) => {
    it('allows their requests with every method and header of the API', async () => {
      for (const origin of [SHOP, 'http://localhost:5173']) {
        const { status, headers } = await preflight(app(), origin);
        expect([status, headers.get('access-control-allow-origin')]).to.deep.equal([204, origin]);
        const methods = headers.get('access-control-allow-methods')?.split(',');
        expect(methods).to.include.members(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
        const allowed = headers.get('access-control-allow-headers')?.split(',');
        expect(allowed).to.include.members(['authorization', 'content-type', 'idempotency-key', 'if-match']);
        expect(Number(headers.get('access-control-max-age'))).to.be.greaterThan(0);
      }
    });

    it('exposes responses and errors to them', async () => {
      const paths = ['/api/products', '/api/products/x', '/api/products?limit=0', '/api/nothing', '/api/openapi.json'];
      for (const [path, key] of [...paths.map((each) => [each, app().ownerKey]), ['/api/products', 'bad']] as const) {
        const { headers } = await app().call(path, { key, headers: { Origin: SHOP } });
        expect(headers.get('access-control-allow-origin'), path).to.equal(SHOP);
        expect(headers.get('vary'), path).to.match(/\bOrigin\b/);
        expect(headers.get('access-control-allow-credentials'), path).to.equal(null);
        const exposed = headers.get('access-control-expose-headers')?.split(',');
        const own = [
          'ETag',
          'Link',
          'Location',
          'X-Request-Id',
          'Retry-After',
          'RateLimit',
          'Idempotency-Replayed',
          'API-Version',
        ];
        expect(exposed, path).to.include.members(own);
      }
    });

    it('exposes nothing to other origins', async () => {
      for (const origin of [
        'https://evil.example',
        `${SHOP}.evil.example`,
        'http://shop.example',
        'null',
        `${SHOP}:8443`,
      ]) {
        expect((await preflight(app(), origin)).headers.get('access-control-allow-origin'), origin).to.equal(null);
        const { status, headers } = await app().call('/api/products', { headers: { Origin: origin } });
        expect([status, headers.get('access-control-allow-origin')], origin).to.deep.equal([200, null]);
        expect(headers.get('vary'), origin).to.match(/\bOrigin\b/);
      }
    });
  },
  { CORS_ORIGINS: `${SHOP}, http://localhost:5173` },
);

onStorage(
  'memory',
  'CORS for all origins',
  ({ app }) => {
    it('allows every origin', async () => {
      expect((await preflight(app(), 'https://any.example')).headers.get('access-control-allow-origin')).to.equal('*');
      const { headers } = await app().call('/api/products', { headers: { Origin: 'https://any.example' } });
      expect(headers.get('access-control-allow-origin')).to.equal('*');
    });
  },
  { CORS_ORIGINS: '*' },
);

onStorage('memory', 'CORS without origins', ({ app }) => {
  it('sends no CORS headers', async () => {
    const replies = [await preflight(app(), SHOP), await app().call('/api/products', { headers: { Origin: SHOP } })];
    expect(replies.map(({ status }) => status)).to.deep.equal([204, 200]);
    for (const { headers } of replies) expect([...headers.keys()].join()).to.not.include('access-control');
  });
});
