import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import type { DebianServer } from '../../support/servers/debian-server.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startPrimary, startStandby } from '../../support/servers/replicated-postgres.ts';
import { spawnFailingService } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';
import { type Relay, startRelay } from '../../support/silent-relay.ts';

/** A read with a credential, an anonymous one, and writes. */
const requestsTo = ({ call }: TestApp) => ({
  read: () => call('/api/orders'),
  publicRead: () => call('/api/products?q=shirt', { key: null }),
  create: () => call('/api/products', { method: 'POST', body: { name: 'shirt', price: 1 } }),
  signIn: () => call('/api/auth', { method: 'POST', body: { email: 'a@example.com', password: 'wrong' }, key: null }),
});

const expectUnavailable = ({ status, headers, text }: Reply): void => {
  expect([status, headers.get('Retry-After')], text).to.deep.equal([503, '1']);
};

describe('a service whose connections to the database hang', () => {
  let relay: Relay;
  let app: TestApp;

  before(async () => {
    const url = new URL(await createDatabase());
    relay = await startRelay(Number(url.port));
    url.port = String(relay.port);
    // longer than a request may take otherwise: the connections end first
    app = await startApp({ DATABASE_URL: url.href, REQUEST_TIMEOUT_MS: '120000' });
  });
  after(async () => {
    await app?.stop();
    await relay?.close();
  });

  const untilServing = () =>
    eventually('it serves again', async () => {
      const replies = await Promise.all(Object.values(requestsTo(app)).map((send) => send()));
      return replies.map(({ status }) => status).join() === '200,200,201,401';
    });

  it('answers 503 in time, and serves once the server responds', async () => {
    relay.silence();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => Object.values(requestsTo(app)))
        .flat()
        .map((send) => send()),
    );
    for (const reply of replies) expectUnavailable(reply);
    relay.resume();
    await untilServing();
  });

  it('serves again though the connections that hung never end', async () => {
    await untilServing();
    relay.lose();
    await untilServing();
  });
});

const folder = debianPostgres();

if (folder !== undefined) {
  describe('a service that is sent to a standby', () => {
    let primary: DebianServer;
    let standby: DebianServer;
    let relay: Relay;
    let app: TestApp;

    before(async () => {
      primary = await startPrimary(folder);
      standby = await startStandby(folder, primary);
      relay = await startRelay(primary.port);
      app = await startApp({ DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres` });
    });
    after(async () => {
      await app?.stop();
      await relay?.close();
      for (const server of [primary, standby]) await server?.remove();
    });

    it('answers 503 until that is the primary, and reads nothing that is old', async () => {
      const { read, publicRead, create } = requestsTo(app);
      expect((await create()).status).to.equal(201);
      relay.pointTo(standby.port);
      for (const send of [read, publicRead, create]) expectUnavailable(await send());
      expect((await app.call('/health/ready', { key: null })).status).to.equal(503);
      const { stderr } = await spawnFailingService({ DATABASE_URL: standby.urlOf('postgres') });
      expect(stderr).to.match(/^The database at \S+ cannot be used: the server is a standby \(25006\)\.$/m);
      await primary.stop();
      await standby.promote();
      await eventually('it writes', async () => (await create()).status === 201);
      const [stored] = await runSql(standby.urlOf('postgres'), 'select count(*)::integer as count from products');
      expect(stored).to.deep.equal({ count: 2 });
    });
  });
}
