import { expect } from 'chai';
import { expectProblem } from '../../support/problems.ts';
import { OWNER } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

onService('the session of the dashboard', ({ app }) => {
  const signIn = (headers: Record<string, string> = SAME_ORIGIN, body: object = OWNER) =>
    app().call('/dashboard/session', { method: 'POST', key: null, body, headers });

  const cookieOf = async (): Promise<string> => {
    const reply = await signIn();
    expect(reply.status).to.equal(201);
    return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  };

  const caller = (cookie: string, headers: Record<string, string>) =>
    app().call('/api/auth', { key: null, headers: { cookie, ...headers } });

  it('is in a cookie that no script reads and no other site sends', async () => {
    const reply = await signIn();
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).to.match(/^commerce_session=cps_\w+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7800$/);
    expect(reply.json).to.have.keys(
      'object',
      'id',
      'user_agent',
      'ip',
      'created_at',
      'updated_at',
      'expires_at',
      'user',
      'second_factor_enrolment_required',
    );
    expect(reply.text).not.to.include('cps_');
  });

  it('authenticates requests of the same origin', async () => {
    const cookie = await cookieOf();
    const { json, headers } = await caller(cookie, SAME_ORIGIN);
    expect(json).to.deep.include({ kind: 'session' });
    expect(headers.get('cache-control')).to.equal('no-store');
    expect((await caller(cookie, { origin: app().url })).status).to.equal(200);
  });

  for (const [name, headers] of [
    ['without Sec-Fetch-Site and Origin', {}],
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of another origin of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['that a person typed into the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['whose browser and origin disagree', { 'Sec-Fetch-Site': 'cross-site', origin: 'same' }],
  ] as const) {
    it(`is ignored in requests ${name}`, async () => {
      const cookie = await cookieOf();
      const own = 'origin' in headers && headers.origin === 'same' ? { ...headers, origin: app().url } : headers;
      expectProblem(await caller(cookie, own), 401, 'authentication_required');
      const products = { method: 'POST', key: null, body: { name: 'stolen', price: 1 }, headers: { cookie, ...own } };
      expectProblem(await app().call('/api/products', products), 401, 'authentication_required');
    });

    it(`does not begin with requests ${name}`, async () => {
      const own = 'origin' in headers && headers.origin === 'same' ? { ...headers, origin: app().url } : headers;
      const reply = await signIn(own);
      expectProblem(reply, 403, 'forbidden');
      expect(reply.headers.get('set-cookie')).to.equal(null);
    });
  }

  it('is renewed by reading it, and left alone by all other requests', async () => {
    const cookie = await cookieOf();
    const headers = { cookie, ...SAME_ORIGIN };
    const renewed = await app().call('/dashboard/session', { key: null, headers });
    expect(renewed.headers.get('set-cookie')).to.match(new RegExp(`^${cookie}; .*Max-Age=7800$`));
    const wrong = { method: 'POST', key: null, headers, body: { ...OWNER, password: 'not the password' } };
    const refused = await app().call('/api/auth', wrong);
    expectProblem(refused, 401, 'invalid_credentials');
    expect(refused.headers.get('set-cookie')).to.equal(null);
    for (const path of ['/api/auth', '/metrics', '/docs', '/dashboard']) {
      expect((await app().call(path, { key: null, headers })).headers.get('set-cookie'), path).to.equal(null);
    }
    expect((await caller(cookie, SAME_ORIGIN)).status).to.equal(200);
  });

  it('is not changed by the late response to a request of a former session', async () => {
    const former = await cookieOf();
    await app().call('/dashboard/session', {
      method: 'DELETE',
      key: null,
      headers: { cookie: former, ...SAME_ORIGIN },
    });
    const late = await caller(former, SAME_ORIGIN);
    expectProblem(late, 401, 'session_ended');
    expect(late.headers.get('set-cookie')).to.equal(null);
  });

  it('ends when the user signs out', async () => {
    const cookie = await cookieOf();
    const headers = { cookie, ...SAME_ORIGIN };
    const out = await app().call('/dashboard/session', { method: 'DELETE', key: null, headers });
    expect(out.status).to.equal(204);
    expect(out.headers.get('set-cookie')).to.match(/^commerce_session=; .*Max-Age=0$/);
    expectProblem(await caller(cookie, SAME_ORIGIN), 401, 'session_ended');
  });

  it('begins in spite of a former cookie', async () => {
    const reply = await signIn({ ...SAME_ORIGIN, cookie: 'commerce_session=cps_ended' });
    expect(reply.status).to.equal(201);
  });

  it('is refused with the error of the API', async () => {
    const wrong = await signIn(SAME_ORIGIN, { ...OWNER, password: 'not the password' });
    expectProblem(wrong, 401, 'invalid_credentials');
    expect(wrong.headers.get('set-cookie')).to.equal(null);
  });

  it('gives way to an Authorization header', async () => {
    const cookie = await cookieOf();
    const { json } = await app().call('/api/auth', { headers: { cookie, ...SAME_ORIGIN } });
    expect(json.kind).to.equal('api_key');
  });

  it('tells who is signed in, and that nobody is, without an error', async () => {
    const ask = (cookie: string) =>
      app().call('/dashboard/session', { key: null, headers: { ...SAME_ORIGIN, cookie } });
    const cookie = await cookieOf();
    expect((await ask(cookie)).json.user.email).to.equal(OWNER.email);
    expect((await ask('')).status).to.equal(204);
    const ended = await ask(`${cookie}0`);
    expect(ended.status).to.equal(204);
    expect(ended.headers.get('set-cookie')).to.equal(null);
    expectProblem(await app().call('/dashboard/session', { key: null, headers: { cookie } }), 403, 'forbidden');
  });

  it('takes no other method', async () => {
    const reply = await app().call('/dashboard/session', { method: 'PUT', key: null, headers: SAME_ORIGIN });
    expectProblem(reply, 405, 'method_not_allowed');
  });
});

onService(
  'the session of the dashboard over https',
  ({ app }) => {
    it('is in a cookie of the host alone', async () => {
      const options = { method: 'POST', key: null, body: OWNER, headers: { origin: 'https://shop.example' } };
      const reply = await app().call('/dashboard/session', options);
      expect(reply.headers.get('set-cookie')).to.match(
        /^__Host-commerce_session=cps_\w+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7800; Secure$/,
      );
    });
  },
  { PUBLIC_URL: 'https://shop.example' },
);
