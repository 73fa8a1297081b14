import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { languages } from '#adapters/languages/languages.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { makePostgresStorage } from '#adapters/postgres/storage.ts';
import type { CredentialChange } from '#core/access/ports.ts';
import type { Storage } from '#core/storage.ts';
import { ids } from '../../support/builders/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { callerOf } from '../../support/servers/calls.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/servers/database-proxy.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe('a process whose notifications are lost', () => {
  let proxy: DatabaseProxy;
  let behindProxy: TestApp;
  let direct: TestApp;

  before(async () => {
    const url = await createDatabase();
    proxy = await startDatabaseProxy(url);
    direct = await startApp({ DATABASE_URL: url });
    behindProxy = await startApp({ DATABASE_URL: proxy.url });
  });
  after(async () => {
    await Promise.all([direct?.stop(), behindProxy?.stop()]);
    proxy?.close();
  });

  it('rejects a key that another process revoked, although its connection answers', async () => {
    const { id, key } = (await direct.call('/api/auth/keys', { method: 'POST', body: { name: 'a key' } })).json;
    const status = async (): Promise<number> => (await callerOf(behindProxy.url, key)('/api/auth')).status;
    for (let time = 0; time < 3; time += 1) expect(await status()).to.equal(200);
    await direct.call(`/api/auth/keys/${id}`, { method: 'DELETE' });
    expect(await status()).to.equal(401);
  });
});

describe('the heartbeat of notifications', () => {
  let proxy: DatabaseProxy;
  let storage: Storage;
  const changes: CredentialChange['kind'][] = [];

  before(async () => {
    proxy = await startDatabaseProxy(await createDatabase());
    storage = makePostgresStorage(await openDatabase({ url: proxy.url }), { ids, languages });
    storage.credentialChanges.subscribe(({ kind }) => changes.push(kind));
    storage.start();
  });
  after(async () => {
    await storage.close();
    proxy.close();
  });

  it('reports a connection only while notifications arrive', async () => {
    await sleep(1_000);
    expect(changes).to.not.include('connected');
    proxy.setPassing(true);
    await eventually('notifications arrive', async () => changes.at(-1) === 'connected');
    proxy.setPassing(false);
    await eventually('their loss is noticed', async () => changes.at(-1) === 'disconnected');
  });
});
