import { expect } from 'chai';
import { makeRecentEvents } from '#core/events/recent-events.ts';
import {
  BEGINNING,
  type EventSubscription,
  makeSubscribeToEvents,
} from '#core/events/use-cases/subscribe-to-events.ts';
import { Actor } from '#core/shared/actor.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, ids, type ManualClock, NOON, noonPlus } from '../../support/builders/builders.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('subscribeToEvents', () => {
  let storage: StorageUnderTest;
  let clock: ManualClock;

  beforeEach(async () => {
    storage = await openMemoryStorage();
    clock = clockAtNoon();
  });

  const happen = (...types: string[]): Promise<void> =>
    storage.unitOfWork.run((tx) => tx.events.append(Actor.system, ...types.map((type) => anEvent({ type }))));

  const follow = (after?: string, { feed = storage.eventFeed, types }: Partial<Given> = {}) => {
    const tail = makeRecentEvents({ feed, systemClock: clock, onSignal: () => {} });
    return makeSubscribeToEvents({ feed, tail })({ after, types });
  };
  type Given = { feed: StorageUnderTest['eventFeed']; types: readonly string[] };

  const known = (follower: EventSubscription | undefined): EventSubscription => {
    if (follower === undefined) throw new TypeError('The event is known.');
    return follower;
  };

  const nextOf = async (follower: EventSubscription | undefined): Promise<number[]> => {
    clock.advance(0.5);
    return (await known(follower).next((task) => task())).map(({ position }) => position);
  };

  it('starts with new events, after the last one', async () => {
    await happen('product.created', 'product.updated');
    const follower = await follow();
    const [, last] = await storage.eventFeed.after(0, { limit: 2 });
    expect(follower?.startedAfter).to.equal(last?.id);
    expect(await nextOf(follower)).to.deep.equal([]);
    await happen('product.created');
    expect(await nextOf(follower)).to.deep.equal([3]);
    expect(await nextOf(follower)).to.deep.equal([]);
  });

  it('starts before the first event of an empty feed', async () => {
    const follower = await follow();
    expect(follower?.startedAfter).to.equal(BEGINNING);
    await happen('product.created');
    expect(await nextOf(follower)).to.deep.equal([1]);
  });

  it('resumes after any stored event, and from the beginning', async () => {
    await happen('product.created', 'user.created', 'product.created');
    const [first] = await storage.eventFeed.after(0, { limit: 1 });
    const follower = await follow(first?.id);
    expect(follower?.startedAfter).to.equal(first?.id);
    expect(await nextOf(follower)).to.deep.equal([2, 3]);
    expect(await nextOf(await follow(BEGINNING))).to.deep.equal([1, 2, 3]);
    expect(await nextOf(await follow(BEGINNING, { types: ['user.created'] }))).to.deep.equal([2]);
    expect(await nextOf(await follow(BEGINNING, { types: [] }))).to.deep.equal([]);
  });

  it('rejects an unknown or removed event id', async () => {
    const resourceId = ids.next('prod');
    const times = [NOON, noonPlus(10)];
    await storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...times.map((occurredAt) => anEvent({ resourceId, occurredAt }))),
    );
    const [first] = await storage.eventFeed.after(0, { limit: 1 });
    await storage.eventFeed.removeBefore(noonPlus(5));
    for (const id of [ids.next('evt'), 'nonsense', '', ids.next('prod'), first?.id]) {
      expect(await follow(id), id).to.equal(undefined);
    }
  });

  /** A feed that assigns an event's position at the nth request. */
  const placingAt = (count: number) => {
    let requests = 0;
    const { eventFeed } = storage;
    const feed = Object.create(eventFeed) as Given['feed'];
    feed.assignPositions = async () => {
      requests += 1;
      return 0;
    };
    feed.positionOf = async (id) => (requests < count ? 'waiting' : eventFeed.positionOf(id));
    // the methods need the storage's private fields
    feed.after = (...args) => eventFeed.after(...args);
    feed.end = () => eventFeed.end();
    return feed;
  };

  it('resumes after an event that has no position yet', async () => {
    await happen('product.created', 'product.created');
    const [first] = await storage.eventFeed.after(0, { limit: 1 });
    expect(await nextOf(await follow(first?.id, { feed: placingAt(3) }))).to.deep.equal([2]);
  });

  it('rejects with a retry when too many events wait for positions', async () => {
    await happen('product.created');
    const [first] = await storage.eventFeed.after(0, { limit: 1 });
    const error = await rejectionOf(follow(first?.id, { feed: placingAt(101) }));
    expect(error).to.include({ kind: 'unavailable' });
  });
});
