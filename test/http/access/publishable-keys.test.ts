import { expect } from 'chai';
import { createKey, createProduct, createUser, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const SHOP = 'https://shop.example';

const publishableKey = (app: TestApp, fields: object = {}) =>
  createKey(app, { kind: 'publishable', allowed_origins: [SHOP], ...fields });

onService('publishable keys', ({ app }) => {
  const create = (fields: object): Promise<Reply> =>
    app().call('/api/auth/keys', { method: 'POST', body: { name: 'Shop', ...fields } });
  const patch = (id: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
    app().call(`/api/auth/keys/${id}`, { method: 'PATCH', body, headers });
  const products = (key: string | null, headers: Record<string, string> = {}): Promise<Reply> =>
    app().call('/api/products', { key, headers });

  it('have a kind, origins and no scopes', async () => {
    const { key, ...made } = await publishableKey(app(), { rate_limit: '60/10' });
    expect(key).to.match(/^cpk_pub_[0-9A-Za-z]{49}$/);
    expect(made).to.deep.include({ kind: 'publishable', scopes: [], allowed_origins: [SHOP], rate_limit: '60/10' });
    expect(key.startsWith(made.prefix)).to.equal(true);
    expect(made.prefix).to.have.length(16);
    expect((await app().call(`/api/auth/keys/${made.id}`)).json).to.deep.equal(made);
    expect((await createKey(app())).kind).to.equal('secret');
  });

  it('are rejected with scopes or without a list of origins, and secret keys with one', async () => {
    for (const [fields, pointer] of [
      [{ kind: 'publishable' }, '/allowed_origins'],
      [{ kind: 'publishable', allowed_origins: [], scopes: ['products:read'] }, '/scopes'],
      [{ allowed_origins: [SHOP] }, '/allowed_origins'],
      [{ kind: 'public' }, '/kind'],
      [{ rate_limit: 'off' }, '/rate_limit'],
      [{ rate_limit: '0/60' }, '/rate_limit'],
    ] as const) {
      expect(errorPathsOf(expectProblem(await create(fields), 422, 'validation_failed'))).to.deep.equal([pointer]);
    }
  });

  it('accept exact origins only', async () => {
    const good = [
      SHOP,
      'https://shop.example:8443',
      'http://localhost:5173',
      'http://127.0.0.1:8080',
      'http://[::1]:1',
    ];
    expect((await publishableKey(app(), { allowed_origins: good })).allowed_origins).to.deep.equal(good);
    for (const bad of [
      'http://shop.example',
      `${SHOP}/`,
      `${SHOP}:443`,
      'https://Shop.example',
      'https://*.shop.example',
      'https://user@shop.example',
      'shop.example',
      '*',
      'null',
      'http://localhost.evil.example',
      `https://${'a'.repeat(300)}.example`,
      '',
    ]) {
      const problem = expectProblem(
        await create({ kind: 'publishable', allowed_origins: [bad] }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem), bad).to.deep.equal(['/allowed_origins/0']);
    }
    const many = Array.from({ length: 21 }, (_, index) => `https://shop-${index}.example`);
    expectProblem(await create({ kind: 'publishable', allowed_origins: many }), 422, 'validation_failed');
    expect((await create({ kind: 'publishable', allowed_origins: many.slice(1) })).status).to.equal(201);
  });

  it('read the public catalogue like a visitor, though the owner created them', async () => {
    await createProduct(app(), { name: 'Draft', status: 'draft' });
    await createProduct(app(), { name: 'Stocked', stock: 3 });
    const { key } = await publishableKey(app());
    const seen = await products(key);
    expect(seen.status).to.equal(200);
    expect(seen.json).to.deep.equal((await products(null)).json);
    expect(seen.text).to.not.include('"stock"');
  });

  it('sign users in', async () => {
    const { key } = await publishableKey(app());
    const { email } = await createUser(app());
    const body = { email, password: 'wrong password' };
    expectProblem(await app().call('/api/auth', { method: 'POST', key, body }), 401, 'invalid_credentials');
    const token = await signIn(app(), { email });
    expect((await app().call('/api/auth', { key: token })).status).to.equal(200);
  });

  it('work for pages of their origins and for callers without an origin', async () => {
    const { key } = await publishableKey(app());
    for (const headers of [{ Origin: SHOP }, {}]) expect((await products(key, headers)).status).to.equal(200);
    for (const Origin of [
      `${SHOP}.evil.example`,
      'https://evilshop.example',
      'http://shop.example',
      `${SHOP}:8443`,
      'null',
    ]) {
      const problem = expectProblem(await products(key, { Origin }), 403, 'forbidden');
      expect(problem.detail, Origin).to.include('allowed_origins');
    }
    const { key: ofApps } = await publishableKey(app(), { allowed_origins: [] });
    expect((await products(ofApps)).status).to.equal(200);
    expectProblem(await products(ofApps, { Origin: SHOP }), 403, 'forbidden');
  });

  it('allow their origins in CORS as long as they live', async () => {
    const origin = 'https://another.example';
    const preflight = (requested: string): Promise<Reply> =>
      app().call('/api/orders', {
        method: 'OPTIONS',
        key: null,
        headers: {
          Origin: requested,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match,order-token',
        },
      });
    const allowed = async (requested = origin): Promise<string | null> =>
      (await preflight(requested)).headers.get('access-control-allow-origin');
    expect(await allowed()).to.equal(null);
    const { id, key } = await publishableKey(app(), { allowed_origins: [origin] });
    expect(await allowed()).to.equal(origin);
    expect(await allowed(`${origin}.evil.example`)).to.equal(null);
    const headers = (await preflight(origin)).headers.get('access-control-allow-headers')?.split(',');
    expect(headers).to.include.members(['authorization', 'idempotency-key', 'if-match', 'order-token']);
    const reply = await products(key, { Origin: origin });
    expect(reply.headers.get('access-control-allow-origin')).to.equal(origin);
    // the page may read why another key does not work
    const { key: ofShop } = await publishableKey(app());
    const refused = await products(ofShop, { Origin: origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).to.deep.equal([403, origin]);
    await app().call(`/api/auth/keys/${id}`, { method: 'DELETE' });
    expect(await allowed()).to.equal(null);
  });

  it('stop working when their owner is disabled', async () => {
    const staff = await createUser(app(), { role: 'admin' });
    const key = await signIn(app(), staff);
    const body = { name: 'Shop', kind: 'publishable', allowed_origins: [] };
    const made = await app().call('/api/auth/keys', { method: 'POST', key, body });
    expect((await products(made.json.key)).status).to.equal(200);
    await app().call(`/api/users/${staff.id}`, { method: 'PATCH', body: { status: 'disabled' } });
    expectProblem(await products(made.json.key), 401, 'revoked_api_key');
  });

  it('keep their kind, origins and rate limit in a rotation', async () => {
    const fields = { allowed_origins: [SHOP], rate_limit: '60/10' };
    const { id } = await publishableKey(app(), fields);
    const { json } = await app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST' });
    expect(json).to.deep.include({ kind: 'publishable', scopes: [], ...fields });
    expect(json.key).to.match(/^cpk_pub_/);
  });

  it('are changed and ended by keys that hold what visitors do, by what created them, and in their user’s sessions', async () => {
    const program = async (...scopes: string[]) => (await createKey(app(), { scopes: ['keys:write', ...scopes] })).key;
    const [narrow, wide] = [await program('products:read'), await program('products:read', 'orders:write')];
    const ways = (id: string, key: string): (() => Promise<Reply>)[] => [
      () => app().call(`/api/auth/keys/${id}`, { method: 'PATCH', key, body: { rate_limit: '1/3600' } }),
      () => app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST', key, body: { overlap_seconds: 60 } }),
      () => app().call(`/api/auth/keys/${id}`, { method: 'DELETE', key }),
    ];
    const { id, key } = await publishableKey(app());
    for (const way of ways(id, narrow)) {
      expect(expectProblem(await way(), 403, 'insufficient_scope').required_scope).to.equal('orders:write');
    }
    expect((await products(key, { Origin: SHOP })).status).to.equal(200);
    const body = { name: 'Shop', kind: 'publishable', allowed_origins: [SHOP] };
    const own = (await app().call('/api/auth/keys', { method: 'POST', key: narrow, body })).json;
    const admin = await signIn(app(), await createUser(app(), { role: 'admin' }));
    const theirs = (await app().call('/api/auth/keys', { method: 'POST', key: admin, body })).json;
    for (const [ended, by] of [
      [id, wide],
      [own.id, narrow],
      [theirs.id, admin],
    ] as const) {
      for (const way of ways(ended, by)) expect((await way()).status).to.be.below(300);
    }
  });

  describe('changes of a key', () => {
    it('rename and narrow it', async () => {
      const other = 'https://other.example';
      const { id } = await publishableKey(app(), { allowed_origins: [SHOP, other], rate_limit: '60/10' });
      const changes = { name: 'Renamed', allowed_origins: [other], rate_limit: '30/10', allowed_ips: ['203.0.113.7'] };
      const reply = await patch(id, changes);
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.json).to.deep.include({ ...changes, version: 2 });
      expect((await app().call(`/api/auth/keys/${id}`)).json).to.deep.equal(reply.json);
      expect((await patch(id, changes)).json.version).to.equal(2);
      const audited = (await app().call(`/api/audit_log?resource_id=${id}`)).json.data;
      expect(audited[0]).to.deep.include({ action: 'api_key.updated' });
      expect(audited[0].after.allowed_origins).to.deep.equal([other]);
    });

    it('take effect at once', async () => {
      const { id, key } = await publishableKey(app());
      expect((await products(key, { Origin: SHOP })).status).to.equal(200);
      await patch(id, { allowed_origins: [] });
      expectProblem(await products(key, { Origin: SHOP }), 403, 'forbidden');
    });

    it('never widen it', async () => {
      const limits = { allowed_ips: ['203.0.113.0/24'], rate_limit: '60/10' };
      const { id } = await publishableKey(app(), limits);
      for (const [change, pointer] of [
        [{ allowed_origins: [SHOP, 'https://other.example'] }, '/allowed_origins'],
        [{ allowed_ips: null }, '/allowed_ips'],
        [{ allowed_ips: ['203.0.113.0/24', '198.51.100.7'] }, '/allowed_ips'],
        [{ rate_limit: null }, '/rate_limit'],
        [{ rate_limit: '61/10' }, '/rate_limit'],
        [{ rate_limit: '60/9' }, '/rate_limit'],
      ] as const) {
        const problem = expectProblem(await patch(id, change), 422, 'validation_failed');
        expect(errorPathsOf(problem), JSON.stringify(change)).to.deep.equal([pointer]);
      }
      const secret = await createKey(app());
      const problem = expectProblem(await patch(secret.id, { allowed_origins: [] }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/allowed_origins']);
    });

    it('need the current version and an active key', async () => {
      const { id } = await createKey(app());
      expectProblem(await patch(id, { name: 'a' }, { 'If-Match': '"7"' }), 412, 'version_mismatch');
      await app().call(`/api/auth/keys/${id}`, { method: 'DELETE' });
      expectProblem(await patch(id, { name: 'a' }), 409, 'invalid_state');
    });

    it('need all scopes of a key of another user', async () => {
      const { key } = await createKey(app(), { scopes: ['keys:write'] });
      const staff = await createUser(app(), { role: 'admin' });
      const body = { name: 'a', scopes: ['products:read'] };
      const ofStaff = await app().call('/api/auth/keys', { method: 'POST', key: await signIn(app(), staff), body });
      const change = { method: 'PATCH', key, body: { name: 'b' } };
      expectProblem(await app().call(`/api/auth/keys/${ofStaff.json.id}`, change), 403, 'insufficient_scope');
    });
  });
});

onStorage('memory', 'secret keys in pages', ({ app }) => {
  const WARNING = 'x-secret-key-warning';
  const count = async (): Promise<number> => {
    const text = (await app().call('/metrics', { key: null })).text;
    return Number(/^secret_keys_in_pages_total (\d+)$/m.exec(text)?.[1]);
  };

  it('get a warning and are counted', async () => {
    expect(await count()).to.equal(0);
    const reply = await app().call('/api/products', { headers: { Origin: 'http://localhost:5173' } });
    expect(reply.status).to.equal(200);
    expect(reply.headers.get(WARNING)).to.include('publishable key');
    expect(reply.headers.get('access-control-expose-headers')?.toLowerCase()).to.include(WARNING);
    expect(await count()).to.equal(1);
  });

  it('get no warning without an origin, on the service’s own pages, and as publishable keys or sessions', async () => {
    const before = await count();
    const { key } = await publishableKey(app());
    const session = await signIn(app(), await createUser(app()));
    for (const options of [
      {},
      { headers: { Origin: app().url } },
      { key, headers: { Origin: SHOP } },
      { key: session, headers: { Origin: SHOP } },
    ]) {
      expect((await app().call('/api/products', options)).headers.get(WARNING)).to.equal(null);
    }
    expect(await count()).to.equal(before);
  });
});

onStorage(
  'memory',
  'rate limits of keys',
  ({ app }) => {
    const call = (key: string | null, address: string): Promise<Reply> =>
      app().call('/api/products', { key, headers: { 'X-Forwarded-For': address } });
    const policy = ({ headers }: Reply): string | null => headers.get('ratelimit-policy');
    const remaining = ({ headers }: Reply): string | undefined => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];

    it('count a publishable key for each client address', async () => {
      const { key } = await publishableKey(app());
      expect(remaining(await call(key, '203.0.113.1'))).to.equal('99');
      expect(remaining(await call(key, '203.0.113.1'))).to.equal('98');
      expect(remaining(await call(key, '203.0.113.2'))).to.equal('99');
      // the same visitor without the key
      expect(remaining(await call(null, '203.0.113.1'))).to.equal('97');
    });

    it('are those of the key, if it has one', async () => {
      const { key } = await createKey(app(), { rate_limit: '2/3600' });
      for (const expected of ['1', '0']) {
        const reply = await call(key, '203.0.113.3');
        expect([reply.status, policy(reply), remaining(reply)]).to.deep.equal([200, '"default";q=2;w=3600', expected]);
      }
      const refused = await call(key, '203.0.113.4');
      expectProblem(refused, 429, 'rate_limited');
      expect(policy(refused)).to.equal('"default";q=2;w=3600');
    });

    it('are those of the publishable key for each client address', async () => {
      const { key } = await publishableKey(app(), { rate_limit: '1/3600' });
      expect((await call(key, '203.0.113.5')).status).to.equal(200);
      expectProblem(await call(key, '203.0.113.5'), 429, 'rate_limited');
      expect((await call(key, '203.0.113.6')).status).to.equal(200);
    });

    it('bind the keys that a key creates', async () => {
      const { key } = await createKey(app(), { rate_limit: '10/60' });
      const make = (fields: object): Promise<Reply> =>
        app().call('/api/auth/keys', { method: 'POST', key, body: { name: 'child', ...fields } });
      expect((await make({})).json.rate_limit).to.equal('10/60');
      expect((await make({ rate_limit: '5/60' })).status).to.equal(201);
      for (const rate_limit of [null, '20/60', '10/59']) {
        const problem = expectProblem(await make({ rate_limit }), 422, 'validation_failed');
        expect(errorPathsOf(problem)).to.deep.equal(['/rate_limit']);
      }
    });
  },
  { RATE_LIMIT: '100/3600', TRUST_PROXY: 'true' },
);
