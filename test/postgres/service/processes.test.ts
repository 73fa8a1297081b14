import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { whileLocked } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'a secret key of the two processes together';

describe('two processes on one database', () => {
  let databaseUrl: string;
  let services: SpawnedService[];
  let first: Caller;
  let second: Caller;

  before(async () => {
    databaseUrl = await createDatabase();
    const settings = { DATABASE_URL: databaseUrl, SECRET_KEY, RATE_LIMIT: '8/60', RATE_LIMIT_STORE: 'postgres' };
    services = await Promise.all([spawnService(settings), spawnService(settings)]);
    const key = await ownerKeyOf(services[0]?.url ?? '');
    [first, second] = services.map(({ url }) => callerOf(url, key)) as [Caller, Caller];
  });
  after(() => Promise.all(services.map((service) => service.end('SIGTERM'))));

  const issue = async (caller: Caller, body: object = {}) =>
    (await caller('/api/auth/keys', { method: 'POST', body: { name: 'a', ...body } })).json;

  it('create one owner when started together and accept each other’s keys', async () => {
    expect((await second('/api/auth')).json.user.email).to.equal('owner@example.com');
  });

  it('reject a revoked key at once in the same process and within a second in the other', async () => {
    const { id, key } = await issue(first);
    for (const caller of [first, second]) expect((await caller('/api/auth', { key })).status).to.equal(200);
    expect((await first(`/api/auth/keys/${id}`, { method: 'DELETE' })).status).to.equal(204);
    expect((await first('/api/auth', { key })).json.code).to.equal('revoked_api_key');
    await sleep(1000);
    expect((await second('/api/auth', { key })).json.code).to.equal('revoked_api_key');
  });

  it('share the rate limit of a key', async () => {
    const { key } = await issue(second);
    const statuses = [];
    for (let calls = 0; calls < 10; calls += 1) {
      statuses.push((await (calls % 2 ? first : second)('/api/auth', { key })).status);
    }
    expect(statuses).to.deep.equal([...Array(8).fill(200), 429, 429]);
  });

  it('share cursors and idempotency records', async () => {
    const { key } = await issue(second);
    const create = (caller: Caller) =>
      caller('/api/auth/keys', { method: 'POST', body: { name: 'b' }, key, headers: { 'Idempotency-Key': 'shared' } });
    const [made, again] = [await create(first), await create(second)];
    expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([made.text, 'true']);
    const { next_cursor: cursor } = (await first('/api/auth/keys?limit=1', { key })).json;
    expect((await second(`/api/auth/keys?limit=1&cursor=${cursor}`, { key })).status).to.equal(200);
  });

  it('send one test of a webhook for simultaneous requests with one Idempotency-Key', async () => {
    const { key } = await issue(first);
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const receiver = await startReceiver(async (_, response) => {
      arrived.resolve();
      await gate.promise;
      response.writeHead(204).end();
    });
    const body = { url: receiver.url, events: ['product.*'] };
    const { id } = (await first('/api/webhooks', { method: 'POST', body, key })).json;
    const test = (caller: Caller) =>
      caller(`/api/webhooks/${id}/test`, { method: 'POST', key, headers: { 'Idempotency-Key': 'once' } });
    const sent = test(first);
    await arrived.promise;
    expect((await test(second)).json.code).to.equal('idempotency_in_progress');
    gate.resolve();
    const { status, text } = await sent;
    const again = await test(second);
    expect([status, again.status, again.text]).to.deep.equal([200, 200, text]);
    expect(receiver.received).to.have.length(1);
    receiver.close();
  });
});

describe('a process that receives a stop signal', () => {
  after(killLeftovers);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`completes running requests and exits with 0, for ${signal}`, async () => {
      const databaseUrl = await createDatabase();
      const service = await spawnService({ DATABASE_URL: databaseUrl, SECRET_KEY });
      const call = callerOf(service.url, await ownerKeyOf(service.url));
      const body = { name: 'slow', price: 1, category: 'slow' };
      const { pending, ending } = await whileLocked(
        databaseUrl,
        'lock table categories in access exclusive mode',
        async (untilBlocked) => {
          const responses = Promise.all([1, 2, 3].map(() => call('/api/products', { method: 'POST', body })));
          await untilBlocked(3);
          const stopped = service.end(signal);
          await sleep(200);
          return { pending: responses, ending: stopped };
        },
      );
      expect((await pending).map(({ status }) => status)).to.deep.equal([201, 201, 201]);
      expect(await ending).to.deep.equal({ code: 0, signal: null, stderr: '' });
    });
  }

  it('ignores further signals and stops without requests', async () => {
    const service = await spawnService({ STORAGE: 'memory' });
    const endings = [service.end('SIGTERM'), service.end('SIGTERM')];
    expect((await Promise.all(endings)).map(({ code }) => code)).to.deep.equal([0, 0]);
  });
});
