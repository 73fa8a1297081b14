import { expect } from 'chai';
import { parseConfig } from '#composition/parse-config.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

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

    it('says so without an origin too, since a cache may keep the response for all', async () => {
      const { headers } = await app().call('/api/products');
      expect(headers.get('access-control-allow-origin')).to.equal('*');
    });
  },
  { CORS_ORIGINS: '*' },
);

onStorage('memory', 'CORS on a developer’s machine', ({ app }) => {
  it('allows the origins of the machine', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1:8080',
      'https://shop.localhost',
      'http://[::1]:3000',
    ]) {
      expect((await preflight(app(), origin)).headers.get('access-control-allow-origin'), origin).to.equal(origin);
    }
  });

  it('allows no other origin', async () => {
    for (const origin of [
      SHOP,
      'http://localhost.evil.example',
      'http://evil.example:80',
      'null',
      'http://127.0.0.1.nip.io',
    ]) {
      const { status, headers } = await preflight(app(), origin);
      expect([status, headers.get('access-control-allow-origin')], origin).to.deep.equal([204, null]);
    }
  });
});

describe('CORS elsewhere', () => {
  it('allows no origin that the settings do not list', () => {
    const corsOrigins = (settings: Record<string, string>) => parseConfig(settings).corsOrigins;
    expect(corsOrigins({})).to.equal('loopback');
    expect(corsOrigins({ HOST: '0.0.0.0', PUBLIC_URL: 'https://api.shop.example' })).to.deep.equal([]);
    expect(corsOrigins({ STRIPE_SECRET_KEY: 'sk_live_1' })).to.deep.equal([]);
    const production = { NODE_ENV: 'production', SECRET_KEY: 'a secret key that is long enough' };
    expect(corsOrigins({ ...production, DATABASE_URL: 'postgres://localhost/shop' })).to.deep.equal([]);
  });
});
