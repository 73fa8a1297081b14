import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sinon from 'sinon';
import { MemoryCredentialQueries } from '#adapters/memory/access/credential-queries.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { createKey } from '../../support/builders/resources.ts';
import { createWebhook, LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { type StartOptions, startApp, type TestApp } from '../../support/servers/start-app.ts';

const PROXIED = { TRUST_PROXY: 'true' };

describe('rate limits', () => {
  let app: TestApp;

  const start = async (settings: Record<string, string>, constants: StartOptions['constants'] = {}): Promise<void> => {
    app = await startApp(settings, { constants });
  };
  afterEach(() => app.stop());

  const times = async (count: number, call: () => Promise<Reply>): Promise<Reply[]> => {
    const replies = [];
    for (let index = 0; index < count; index += 1) replies.push(await call());
    return replies;
  };
  const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status);

  /** A call with this client address from a proxy. */
  const from = (address: string, options: object = {}): Promise<Reply> =>
    app.call('/api/products', { key: null, headers: { 'X-Forwarded-For': address }, ...options });

  it('allow the configured calls per key and report the remaining ones', async () => {
    await start({ RATE_LIMIT: '5/60' });
    const replies = await times(5, () => app.call('/api/auth'));
    for (const [index, { status, headers }] of replies.entries()) {
      expect(status).to.equal(200);
      expect(headers.get('ratelimit-policy')).to.equal('"default";q=5;w=60');
      const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      expect(Number(left)).to.equal(4 - index);
      expect(Number(seconds)).to.be.within(12 * index + 1, 12 * (index + 1));
    }
    const response = await app.call('/api/auth');
    expectProblem(response, 429, 'rate_limited');
    expect(Number(response.headers.get('retry-after'))).to.be.within(1, 12);
    expect(response.headers.get('ratelimit')).to.match(/^"default";r=0;t=\d+$/);
    expect(response.headers.get('ratelimit-policy')).to.equal('"default";q=5;w=60');
  });

  it('count and report errors too', async () => {
    await start({ RATE_LIMIT: '5/60' });
    const calls = [
      await app.call('/api/products/x'),
      await app.call('/api/products', { method: 'POST', body: '{' }),
      await app.call('/api/nothing'),
      await app.call('/api/products', { method: 'PUT' }),
    ];
    expect(statuses(calls)).to.deep.equal([404, 400, 404, 405]);
    expect(calls.map(({ headers }) => headers.get('ratelimit')?.replace(/;t.*/, ''))).to.deep.equal(
      [4, 3, 2, 1].map((left) => `"default";r=${left}`),
    );
  });

  it('are separate for each key and recover at the announced time', async () => {
    await start({ RATE_LIMIT: '3/3' });
    const { key } = await createKey(app);
    const replies = await times(10, () => app.call('/api/products', { key }));
    const limited = replies.find(({ status }) => status === 429);
    expect(statuses(replies).slice(0, 3)).to.deep.equal([200, 200, 200]);
    expect((await app.call('/api/products')).status).to.equal(200);
    await sleep(1000 * Number(limited?.headers.get('retry-after')));
    expect((await app.call('/api/products', { key })).status).to.equal(200);
  });

  it('are separate for each address without a key', async () => {
    await start({ RATE_LIMIT: '5/60', ...PROXIED });
    expect(statuses(await times(6, () => from('192.0.2.1')))).to.deep.equal([200, 200, 200, 200, 200, 429]);
    expect((await from('192.0.2.2')).status).to.equal(200);
    expect((await from('2001:db8::1')).status).to.equal(200);
    expect((await from('192.0.2.1', { key: app.ownerKey })).status).to.equal(200);
  });

  it('use the connection’s address unless a proxy is trusted', async () => {
    await start({ RATE_LIMIT: '5/60' });
    const statusFrom = (localAddress: string) =>
      new Promise((resolve, reject) => {
        const sent = request(`${app.url}/api/products`, { localAddress, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject).end();
      });
    let forged = 0;
    const replies = await times(10, () => from(`192.0.2.${++forged}`));
    expect(statuses(replies)).to.include(429);
    expect(await statusFrom('127.0.0.1')).to.equal(429);
    expect(await statusFrom('127.0.0.2')).to.equal(200);
  });

  it('accept valid keys during a flood of invalid ones from the same address', async () => {
    await start({ RATE_LIMIT: '5/60' });
    const flood = await times(20, () => app.call('/api/products', { key: `cpk_${'0'.repeat(49)}` }));
    expect(statuses(flood)).to.include(401).and.to.include(429);
    expect(statuses(flood).at(-1)).to.equal(429);
    const rejected = flood.find(({ status }) => status === 401);
    expect(rejected?.headers.get('ratelimit')).to.match(/^"default";r=\d;t=\d+$/);
    expect((await app.call('/api/products')).status).to.equal(200);
  });

  it('count unknown tokens before they are looked up', async () => {
    await start({ RATE_LIMIT: '5/60', TRUST_PROXY: 'true' });
    const lookups = sinon.spy(MemoryCredentialQueries.prototype, 'findByHash');
    try {
      const unknown = () => from('192.0.2.1', { key: bearerTokens.make('cpk').token });
      const replies = await times(8, unknown);
      expect(statuses(replies)).to.deep.equal([401, 401, 401, 401, 401, 429, 429, 429]);
      expect(lookups.callCount).to.be.at.most(5);
      expect((await from('192.0.2.2', { key: app.ownerKey })).status).to.equal(200);
    } finally {
      lookups.restore();
    }
  });

  it('apply to tests, retries and replays of webhooks together, for each user', async () => {
    await start(LOCAL_WEBHOOK_SETTINGS, { webhookRateLimit: { calls: 3, seconds: 60 } });
    const receiver = await startReceiver();
    try {
      const { id } = await createWebhook(app, { url: receiver.url });
      const post = (path: string, body?: object) => app.call(`/api/webhooks/${id}${path}`, { method: 'POST', body });
      const replay = () => post('/replay', { from: '2026-01-01T00:00:00Z' });
      expect(statuses(await times(2, () => post('/test')))).to.deep.equal([200, 200]);
      expect((await replay()).status).to.equal(202);
      for (const reply of [
        await post('/test'),
        await replay(),
        await post('/deliveries/dlv_01h455vb4pex5vsknk084sn02q/retry'),
      ])
        expectProblem(reply, 429, 'rate_limited');
      expect(receiver.received).to.have.length(2);
    } finally {
      receiver.close();
    }
  });

  it('are absent when they are off', async () => {
    await start({});
    const { headers } = await app.call('/api/products');
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).to.deep.equal([null, null]);
  });
});

onStorage(
  'memory',
  'sign-in limits',
  ({ app }) => {
    const signIn = (address: string, email: string, password = 'a wrong password') =>
      app().call('/api/auth', {
        method: 'POST',
        body: { email, password },
        key: null,
        headers: { 'X-Forwarded-For': address },
      });
    const right = () => app().ownerPassword;

    it('apply per address for any e-mail', async () => {
      for (const name of ['a', 'b', 'c', 'd'])
        expectProblem(await signIn('192.0.2.1', `${name}@example.com`), 401, 'invalid_credentials');
      const response = await signIn('192.0.2.1', 'owner@example.com', right());
      expectProblem(response, 429, 'rate_limited');
      expect(Number(response.headers.get('retry-after'))).to.be.within(1, 15);
      expect((await signIn('192.0.2.2', 'owner@example.com', right())).status).to.equal(201);
    });

    it('apply per e-mail in any spelling from any address', async () => {
      for (let host = 10; host < 14; host += 1) {
        const email = host % 2 ? 'somebody@example.com' : 'Somebody@Example.COM';
        expectProblem(await signIn(`192.0.2.${host}`, email), 401, 'invalid_credentials');
      }
      expectProblem(await signIn('192.0.2.99', 'somebody@example.com'), 429, 'rate_limited');
      expectProblem(await signIn('192.0.2.99', 'somebody-else@example.com'), 401, 'invalid_credentials');
    });

    it('do not affect calls with a key', async () => {
      for (let calls = 0; calls < 10; calls += 1) expect((await app().call('/api/auth')).status).to.equal(200);
    });
  },
  { SIGN_IN_RATE_LIMIT: '4/60', ...PROXIED },
);
