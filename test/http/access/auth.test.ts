import { expect } from 'chai';
import { createKey } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const EMAIL = 'owner@example.com';

onService('authentication', ({ app }) => {
  const signIn = (body: object): Promise<Reply> => app().call('/api/auth', { method: 'POST', body, key: null });
  const newSession = async () => (await signIn({ email: EMAIL, password: app().ownerPassword })).json;

  describe('signing in', () => {
    it('starts a session that acts as its user', async () => {
      const { status, headers, json } = await signIn({ email: EMAIL, password: app().ownerPassword });
      expect([status, headers.get('location')]).to.deep.equal([201, '/api/auth']);
      expect(json).to.include({ object: 'session', token_type: 'Bearer' });
      expect(json.token).to.match(/^cps_[0-9A-Za-z]{49}$/);
      expect(Date.parse(json.expires_at)).to.be.greaterThan(Date.parse(json.created_at));
      expect(json.user).to.include({ object: 'user', email: EMAIL, role: 'owner', status: 'active' });
      const made = await app().call('/api/products', {
        method: 'POST',
        body: { name: 'a', price: 1 },
        key: json.token,
      });
      expect(made.status).to.equal(201);
    });

    it('starts a new session each time', async () => {
      const [one, two] = [await newSession(), await newSession()];
      expect(one.token).to.not.equal(two.token);
      expect(one.id).to.not.equal(two.id);
    });

    it('shows no password or hash', async () => {
      const { text } = await signIn({ email: EMAIL, password: app().ownerPassword });
      expect(text).to.not.match(/argon2|password|hash/);
      expect(text).to.not.include(app().ownerPassword);
    });

    it('ignores the case of the e-mail but not of the password', async () => {
      expect((await signIn({ email: EMAIL.toUpperCase(), password: app().ownerPassword })).status).to.equal(201);
      const password = app().ownerPassword.toUpperCase();
      expectProblem(await signIn({ email: EMAIL, password }), 401, 'invalid_credentials');
    });

    it('returns the same response for a wrong e-mail and a wrong password', async () => {
      const wrong = [
        { email: EMAIL, password: 'another long password' },
        { email: 'nobody@example.com', password: app().ownerPassword },
        { email: 'nobody@example.com', password: 'another long password' },
        { email: 'no e-mail', password: 'x' },
      ];
      const responses = [];
      for (const body of wrong) {
        const reply = await signIn(body);
        const { request_id, ...problem } = expectProblem(reply, 401, 'invalid_credentials');
        const headers = [...reply.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
        responses.push({ problem, headers, length: reply.text.length - request_id.length });
      }
      for (const response of responses) expect(response).to.deep.equal(responses[0]);
    });

    it('requires both fields', async () => {
      for (const body of [
        {},
        { email: EMAIL },
        { password: 'x' },
        { email: '', password: '' },
        { email: EMAIL, password: 1 },
      ]) {
        expectProblem(await signIn(body), 422, 'validation_failed');
      }
    });
  });

  describe('GET /api/auth', () => {
    it('shows the user and scopes of a session', async () => {
      const { token, user, expires_at } = await newSession();
      const { json } = await app().call('/api/auth', { key: token });
      const state = { expires_at, second_factor_enrolment_required: false };
      expect(json).to.deep.equal({ object: 'caller', kind: 'session', user, key: null, scopes: ['*'], ...state });
    });

    it('shows the user and scopes of a key', async () => {
      const expiry = '2040-01-01T00:00:00.000Z';
      const made = await createKey(app(), { scopes: ['products:read', 'keys:read'], expires_at: expiry });
      const { json, text } = await app().call('/api/auth', { key: made.key });
      expect(json).to.deep.include({ kind: 'api_key', scopes: ['products:read', 'keys:read'], expires_at: expiry });
      expect(json.key).to.include({ id: made.id, prefix: made.prefix });
      expect(json.user).to.include({ email: EMAIL });
      expect(text).to.not.include(made.key);
    });
  });

  describe('signing out', () => {
    it('ends only this session, at once', async () => {
      const [one, two] = [await newSession(), await newSession()];
      const reply = await app().call('/api/auth', { method: 'DELETE', key: one.token });
      expect([reply.status, reply.text]).to.deep.equal([204, '']);
      expectProblem(await app().call('/api/auth', { key: one.token }), 401, 'session_ended');
      expectProblem(await app().call('/api/auth', { method: 'DELETE', key: one.token }), 401, 'session_ended');
      expectProblem(await app().call('/api/products', { key: one.token }), 401, 'session_ended');
      expect((await app().call('/api/auth', { key: two.token })).status).to.equal(200);
    });

    it('is rejected for a key', async () => {
      expectProblem(await app().call('/api/auth', { method: 'DELETE' }), 403, 'forbidden');
      expect((await app().call('/api/auth')).status).to.equal(200);
    });
  });

  describe('401', () => {
    /** Invalid Authorization headers, some of them nearly valid. */
    const bad = (): string[] => {
      const good = app().ownerKey;
      const altered = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
      const swapped = good.replace('cpk_', 'cps_');
      const tokens = [
        'x',
        'cpk_',
        altered,
        swapped,
        good.toLowerCase(),
        `${good}0`,
        good.slice(0, -1),
        `cpk_${'0'.repeat(49)}`,
      ];
      const schemes = [
        'Bearer',
        'Bearer ',
        good,
        `Basic ${good}`,
        `Bearer ${good}, Bearer ${good}`,
        `Token ${good}`,
        `Bearer\t${good}`,
      ];
      return [...tokens.map((token) => `Bearer ${token}`), ...schemes, ' '];
    };

    it('is returned for a missing and an invalid key, with a hint', async () => {
      const missing = await app().call('/api/auth', { key: null });
      expectProblem(missing, 401, 'authentication_required');
      expect(missing.headers.get('www-authenticate')).to.equal('Bearer');
      for (const authorization of bad()) {
        const reply = await app().call('/api/auth', { key: null, headers: { Authorization: authorization } });
        expectProblem(reply, 401, 'invalid_api_key');
        expect(reply.headers.get('www-authenticate')).to.equal('Bearer');
      }
    });

    it('is returned for an invalid key on public operations too', async () => {
      for (const path of ['/api/products', '/api/categories', '/api/products/prod_01h455vb4pex5vsknk084sn02q']) {
        for (const Authorization of bad()) {
          expectProblem(await app().call(path, { key: null, headers: { Authorization } }), 401, 'invalid_api_key');
        }
      }
    });

    it('precedes all other errors of a request', async () => {
      const invalid: readonly (readonly [string, object])[] = [
        ['/api/nothing', {}],
        ['/api/products/%zz', {}],
        ['/api/products/x?limit=0', { method: 'PATCH', body: '{' }],
        ['/api/products', { method: 'PROPFIND' }],
        ['/api/products?limit=0&limit=0', { headers: { Accept: 'text/html', 'API-Version': '1' } }],
        [
          '/api/products',
          { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': '' } },
        ],
      ];
      for (const [path, options] of invalid) {
        expectProblem(await app().call(path, { ...options, key: 'bad' }), 401, 'invalid_api_key');
      }
    });

    it('ignores the case of the scheme', async () => {
      for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
        const headers = { Authorization: `${scheme} ${app().ownerKey}` };
        expect((await app().call('/api/auth', { key: null, headers })).status, scheme).to.equal(200);
      }
    });
  });
});
