import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { type EventStream, openEventStream } from '../../support/servers/event-stream.ts';
import { onService } from '../../support/servers/on-service.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Caller = Readonly<{ object: string; scopes: readonly string[]; user: Readonly<{ id: string }> }>;

onService('the stream of the caller', ({ app }) => {
  const streams: EventStream<Caller>[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.cut();
  });
  const open = async (key: string): Promise<EventStream<Caller>> => {
    const stream = await openEventStream<Caller>(app().url, { key, path: '/api/auth/stream' });
    streams.push(stream);
    return stream;
  };

  it('starts with what GET /api/auth responds', async () => {
    const { key } = await createKey(app(), { scopes: ['orders:read'] });
    const [first] = await (await open(key)).until(1);
    const { last_used_at: _now, ...shown } = (await app().call('/api/auth', { key })).json.key;
    expect(first?.data).to.deep.include({ object: 'caller', scopes: ['orders:read'] });
    expect(first?.data).to.have.property('key').that.deep.includes(shown);
  });

  it('sends the caller again when its scopes change', async () => {
    const user = await createUser(app(), { role: 'analyst' });
    const stream = await open(await signIn(app(), user));
    await app().call(`/api/users/${user.id}`, { method: 'PATCH', body: { role: 'staff' } });
    const [before, after] = await stream.until(2);
    expect(before?.data.scopes).to.not.include('products:write');
    expect(after?.data.scopes).to.include('products:write');
    expect(after?.data.user.id).to.equal(user.id);
  });

  it('ends with the session, and with the key', async () => {
    const user = await createUser(app());
    const token = await signIn(app(), user);
    const { key, id } = await createKey(app());
    const [ofSession, ofKey] = [await open(token), await open(key)];
    await app().call('/api/auth', { method: 'DELETE', key: token });
    await app().call(`/api/auth/keys/${id}`, { method: 'DELETE' });
    await Promise.all([ofSession.ended, ofKey.ended]);
    expectProblem(await app().call('/api/auth/stream', { key: token }), 401, 'session_ended');
  });
});

describe('the stream of the caller at two services on one database', () => {
  let apps: TestApp[] = [];

  before(async () => {
    const DATABASE_URL = await createDatabase();
    apps = [await startApp({ DATABASE_URL }), await startApp({ DATABASE_URL })];
  });
  after(async () => {
    for (const app of apps) await app.stop();
  });

  it('ends when the session was ended at the other', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const token = await signIn(first, await createUser(first));
    const stream = await openEventStream<Caller>(second.url, { key: token, path: '/api/auth/stream' });
    await first.call('/api/auth', { method: 'DELETE', key: token });
    await stream.ended;
    expectProblem(await second.call('/api/auth', { key: token }), 401, 'session_ended');
  });
});
