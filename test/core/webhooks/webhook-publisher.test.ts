import { expect } from 'chai';
import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { type EventBodies, makeEventBodies } from '#core/webhooks/event-bodies.ts';
import { makeWebhookPublisher } from '#core/webhooks/webhook-publisher.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, ids, type ManualClock, NOON, noonPlus } from '../../support/builders/builders.ts';
import { deliveriesOn } from '../../support/builders/deliveries-on.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

let storage: StorageUnderTest;
let clock: ManualClock;

beforeEach(async () => {
  storage = await openMemoryStorage();
  clock = clockAtNoon();
});

const record = async (...events: Parameters<typeof anEvent>[0][]): Promise<readonly FeedEvent[]> => {
  const before = await storage.eventFeed.end();
  await storage.unitOfWork.run((tx) => tx.events.append(Actor.system, ...events.map((event) => anEvent(event))));
  return storage.eventFeed.after(before, { limit: 5_000 });
};

describe('the webhook publisher', () => {
  const { added, viewsOf } = deliveriesOn(() => storage);
  const publisher = (): EventPublisher =>
    makeWebhookPublisher({
      queries: storage.webhookQueries,
      queue: storage.deliveryQueue,
      bodies: makeEventBodies({ feed: storage.eventFeed, systemClock: clock }),
      ids,
      systemClock: clock,
    });
  const publish = (events: readonly FeedEvent[]): Promise<void> => publisher().publish(events);
  const typesTo = async (endpoint: Awaited<ReturnType<typeof added>>): Promise<string[]> =>
    (await viewsOf(endpoint)).map(({ event_type: type }) => type);

  it('wants the types of all enabled endpoints, and of erasures', async () => {
    expect(await publisher().types?.()).to.deep.equal([]);
    await added({ events: ['payment.refunded'], enabled: false });
    expect(await publisher().types?.()).to.deep.equal([]);
    await added({ events: ['product.deleted', 'invoice.none'] });
    await added({ events: ['product.deleted', 'order.paid'] });
    expect(await publisher().types?.()).to.have.members(['product.deleted', 'order.paid', 'user.deleted']);
    await added({ events: ['*'] });
    expect(await publisher().types?.()).to.equal(undefined);
  });

  it('creates one delivery for each matching endpoint, in order', async () => {
    const all = await added({ events: ['*'] });
    const payments = await added({ events: ['payment.*', 'payment.succeeded', 'user.created'] });
    const none = await added({ events: ['invoice.paid'] });
    const types = ['user.created', 'product.created', 'payment.succeeded', 'user.updated', 'payment.refunded'];
    await publish(await record(...types.map((type) => ({ type }))));
    expect(await typesTo(all)).to.deep.equal(types);
    expect(await typesTo(payments)).to.deep.equal(['user.created', 'payment.succeeded', 'payment.refunded']);
    expect(await typesTo(none)).to.deep.equal([]);
  });

  it('creates no second delivery for a repeated event', async () => {
    const endpoint = await added();
    const events = await record({}, {}, {});
    await publish(events.slice(0, 2));
    await publish(events);
    expect((await viewsOf(endpoint)).map(({ event_id: id }) => id)).to.deep.equal(events.map(({ id }) => id));
  });

  it('skips disabled endpoints', async () => {
    const endpoint = await added({ enabled: false });
    await publish(await record({}));
    expect(await viewsOf(endpoint)).to.deep.equal([]);
  });

  it('skips events from before an endpoint’s activation', async () => {
    const endpoint = await added();
    const events = await record({ occurredAt: noonPlus(-0.001) }, { occurredAt: NOON });
    await publish(events);
    expect((await viewsOf(endpoint)).map(({ event_id: id }) => id)).to.deep.equal([events[1]?.id]);
  });

  it('orders the deliveries of a resource for ordered endpoints', async () => {
    const [ordered, free] = [await added({ ordering: 'resource' }), await added()];
    const resourceId = ids.next('prod');
    await publish(await record({ resourceId }, { resourceId }, {}));
    const waiting = async (endpoint: typeof ordered) =>
      (await viewsOf(endpoint)).map(({ next_attempt_at: at }) => at === null);
    expect(await waiting(ordered)).to.deep.equal([false, true, false]);
    expect(await waiting(free)).to.deep.equal([false, false, false]);
  });

  it('handles many events for many endpoints', async () => {
    const endpoints = await Promise.all(Array.from({ length: 7 }, () => added()));
    await publish(await record(...Array.from({ length: 200 }, () => ({}))));
    for (const endpoint of endpoints) expect(await viewsOf(endpoint)).to.have.length(200);
  });
});

describe('event bodies', () => {
  let reads: (readonly Id<'evt'>[])[];
  let bodies: EventBodies;

  beforeEach(() => {
    reads = [];
    const feed: Pick<EventFeed, 'views'> = {
      views: (ids) => {
        reads.push(ids);
        return storage.eventFeed.views(ids);
      },
    };
    bodies = makeEventBodies({ feed: Object.assign(Object.create(storage.eventFeed), feed), systemClock: clock });
  });
  const idsOf = (events: readonly FeedEvent[]) => events.map(({ id }) => id);

  it('are read once for all endpoints', async () => {
    const ofAll = idsOf(await record({}, {}, {}));
    expect([...(await bodies.get(ofAll)).keys()]).to.deep.equal(ofAll);
    expect([...(await bodies.get(ofAll.slice(1))).keys()]).to.deep.equal(ofAll.slice(1));
    expect(reads).to.deep.equal([ofAll]);
  });

  it('are not read when they were just added', async () => {
    const events = await record({}, {});
    bodies.put(events);
    const [first] = events;
    expect((await bodies.get(idsOf(events))).get(first?.id as Id<'evt'>)?.view).to.equal(first?.view);
    expect(reads).to.deep.equal([]);
  });

  it('are read again after a second', async () => {
    const [event, ...others] = await record({ data: { name: 'Ada' } }, {});
    const id = event?.id as Id<'evt'>;
    bodies.put([event as FeedEvent]);
    await storage.unitOfWork.run((tx) => tx.events.erase([event?.resourceId as Id], { name: null }));
    clock.advance(1);
    expect((await bodies.get([id, ...idsOf(others)])).get(id)?.view).to.not.include('Ada');
    expect(reads).to.deep.equal([[id, ...idsOf(others)]]);
  });

  it('are dropped when their user is erased', async () => {
    const resourceId = ids.next('usr');
    const events = await record({ resourceId, type: 'user.created', data: { name: 'Ada' } });
    bodies.put(events);
    await storage.unitOfWork.run((tx) => tx.events.erase([resourceId], { name: null }));
    bodies.put(await record({ resourceId, type: 'user.deleted' }));
    const found = await bodies.get(idsOf(events));
    expect(JSON.stringify([...found]))
      .to.include('user.created')
      .and.not.include('Ada');
  });

  it('are cached for at most some thousand events', async () => {
    const events = await record(...Array.from({ length: 2_001 }, () => ({})));
    bodies.put(events);
    const [first, second] = idsOf(events);
    await bodies.get([second, first] as Id<'evt'>[]);
    expect(reads).to.deep.equal([[first]]);
  });

  it('are missing for removed events', async () => {
    const unknown = ids.next('evt');
    expect((await bodies.get([unknown])).size).to.equal(0);
  });
});
