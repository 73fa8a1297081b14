import { expect } from 'chai';
import { BEGINNING } from '#core/events/use-cases/subscribe-to-events.ts';
import { expectProblem } from '../../support/problems.ts';
import { type EventStream, openEventStream, type StreamedEvent } from '../../support/servers/event-stream.ts';
import { onService } from '../../support/servers/on-service.ts';

const UNKNOWN = 'evt_01h455vb4pex5vsknk084sn02q';

onService('events', ({ app }) => {
  const create = async (name: string): Promise<string> =>
    (await app().call('/api/products', { method: 'POST', body: { name, price: 5 } })).json.id;

  it('are listed and readable as soon as their change is acknowledged', async () => {
    const id = await create('first');
    await app().call(`/api/products/${id}`, { method: 'PATCH', body: { price: 6 } });
    const { json } = await app().call('/api/events?limit=2');
    const [updated, created] = json.data;
    expect(created).to.deep.include({ object: 'event', type: 'product.created', resource_id: id, sequence: 1 });
    expect(created.timestamp).to.equal(created.created_at);
    const { key } = (await app().call('/api/auth')).json;
    expect(created.actor).to.deep.equal({ type: 'api_key', id: key.id });
    expect(updated).to.deep.include({ type: 'product.updated', resource_id: id, sequence: 2, previous: { price: 5 } });
    expect(updated.data).to.deep.equal((await app().call(`/api/products/${id}`)).json);
    expect((await app().call(`/api/events/${updated.id}`)).json).to.deep.equal(updated);
  });

  it('are filtered by types, patterns and time', async () => {
    await app().call('/api/users', { method: 'POST', body: { email: 'someone@example.com' } });
    const typesIn = async (query: string): Promise<string[]> => [
      ...new Set<string>(
        (await app().call(`/api/events?limit=100&${query}`)).json.data.map(({ type }: { type: string }) => type),
      ),
    ];
    expect(await typesIn('type=user.created')).to.deep.equal(['user.created']);
    expect(await typesIn('type=user.*')).to.deep.equal(['user.created']);
    expect(await typesIn('type=user.*&type=product.created')).to.have.members(['user.created', 'product.created']);
    expect(await typesIn('type=order.*')).to.deep.equal([]);
    expect(await typesIn('created_to=2020-01-01T00:00:00Z')).to.deep.equal([]);
    expect(await typesIn('type=*')).to.include('user.created');
  });

  it('are rejected for unknown types', async () => {
    for (const type of ['product', 'product.', 'products.*', '*.created', '', 'product.created,user.created']) {
      const reply = await app().call(`/api/events?type=${encodeURIComponent(type)}`);
      expectProblem(reply, 400, 'invalid_parameter');
      expect(reply.json.errors[0].parameter).to.match(/^type/);
    }
    expectProblem(await app().call(`/api/events/${UNKNOWN}`), 404, 'not_found');
    expectProblem(await app().call('/api/events/prod_01h455vb4pex5vsknk084sn02q'), 404, 'not_found');
  });
});

onService('the event stream', ({ app }) => {
  const streams: EventStream[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.cut();
  });

  const open = async (options: Partial<Parameters<typeof openEventStream>[1]> = {}): Promise<EventStream> => {
    const stream = await openEventStream(app().url, { key: app().ownerKey, ...options });
    streams.push(stream);
    return stream;
  };
  const create = (name: string) => app().call('/api/products', { method: 'POST', body: { name, price: 5 } });
  const namesOf = (events: readonly StreamedEvent[]) => events.map(({ data }) => data.data.name);

  it('sends new events as the list shows them', async () => {
    await create('before');
    const stream = await open();
    await create('one');
    await create('two');
    const events = await stream.until(2);
    expect(namesOf(events)).to.deep.equal(['one', 'two']);
    const { json } = await app().call('/api/events?limit=2');
    expect(events.map(({ data }) => data)).to.deep.equal(json.data.reverse());
    expect(events.map(({ id }) => id)).to.deep.equal(events.map(({ data }) => data.id));
  });

  it('resumes after the client’s last event without gaps or duplicates', async () => {
    const first = await open();
    await create('a');
    await first.until(1);
    first.cut();
    await create('b');
    await create('c');
    const second = await open({ lastEventId: first.lastEventId() });
    await create('d');
    expect(namesOf(await second.until(3))).to.deep.equal(['b', 'c', 'd']);
  });

  it('can be resumed before the first event', async () => {
    const first = await open();
    first.cut();
    await create('missed');
    const second = await open({ lastEventId: first.lastEventId() });
    expect(namesOf(await second.until(1))).to.deep.equal(['missed']);
  });

  it('sends all stored events from the beginning', async () => {
    const stream = await open({ lastEventId: BEGINNING, query: '?type=product.created' });
    const { json } = await app().call('/api/events?type=product.created&limit=100');
    const events = await stream.until(json.data.length);
    expect(events.map(({ data }) => data)).to.deep.equal(json.data.reverse());
  });

  it('filters by type', async () => {
    const stream = await open({ query: '?type=user.*' });
    await create('no user');
    await app().call('/api/users', { method: 'POST', body: { email: `ada-${Date.now()}@example.com` } });
    await create('no user either');
    const events = await stream.until(1);
    expect(events.map(({ data }) => data.type)).to.deep.equal(['user.created']);
  });

  it('rejects resuming after an unknown event', async () => {
    for (const lastEventId of [UNKNOWN, 'nonsense', 'prod_01h455vb4pex5vsknk084sn02q', `${UNKNOWN}, ${UNKNOWN}`]) {
      const reply = await app().call('/api/events/stream', { headers: { 'Last-Event-ID': lastEventId } });
      expectProblem(reply, 400, 'invalid_cursor');
      expect(reply.json.errors[0].header).to.equal('Last-Event-ID');
    }
  });

  it('is rejected without an event-stream Accept, and HEAD has no body', async () => {
    expectProblem(
      await app().call('/api/events/stream', { headers: { Accept: 'application/json' } }),
      406,
      'not_acceptable',
    );
    const head = await app().call('/api/events/stream', { method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('ends when its key is revoked and sends nothing after that', async () => {
    const issued = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'reader' } });
    const stream = await open({ key: issued.json.key });
    await create('seen');
    await stream.until(1);
    await app().call(`/api/auth/keys/${issued.json.id}`, { method: 'DELETE' });
    await create('unseen');
    await stream.ended;
    expect(namesOf(stream.events)).to.deep.equal(['seen']);
  });

  it('ends when the key’s user loses the scope', async () => {
    const password = 'a quite long password 77';
    const body = { email: `analyst-${Date.now()}@example.com`, password, role: 'analyst' };
    const user = await app().call('/api/users', { method: 'POST', body });
    const signIn = { method: 'POST', body: { email: body.email, password }, key: null };
    const session = await app().call('/api/auth', signIn);
    const stream = await open({ key: session.json.token });
    await app().call(`/api/users/${user.json.id}`, { method: 'PATCH', body: { role: 'customer' } });
    await stream.ended;
  });
});
