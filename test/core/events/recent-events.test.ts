import { expect } from 'chai';
import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';
import { makeRecentEvents, type ReadAfter } from '#core/events/recent-events.ts';
import { Actor } from '#core/shared/actor.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { InTurn } from '#core/shared/in-turn.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, ids, type ManualClock } from '../../support/builders/builders.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { aGate } from '../../support/gate.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('the recent events', () => {
  let storage: StorageUnderTest;
  let clock: ManualClock;
  let subscriber: () => (position: number, types?: ReadonlySet<string>) => ReturnType<ReadAfter>;
  /** How many reads waited for the turn of their client. */
  let turns: number;
  let signal: () => void;
  /** The positions at which the feed was read. */
  let reads: number[];
  let beforeRead: () => Promise<void>;

  beforeEach(async () => {
    storage = await openMemoryStorage();
    clock = clockAtNoon();
    reads = [];
    beforeRead = async () => {};
    const { eventFeed } = storage;
    const feed: Pick<EventFeed, 'after' | 'end'> = {
      end: () => eventFeed.end(),
      async after(position, query) {
        reads.push(position);
        await beforeRead();
        return eventFeed.after(position, query);
      },
    };
    const tail = makeRecentEvents({
      feed: Object.assign(Object.create(eventFeed), feed),
      systemClock: clock,
      onSignal: (listener) => {
        signal = listener;
      },
    });
    turns = 0;
    const inTurn: InTurn = (task) => {
      turns += 1;
      return task();
    };
    subscriber = () => {
      const read = tail.subscriber();
      return (position, types) => read(position, types, inTurn);
    };
  });

  const happen = (count: number, fields: Partial<DomainEvent> = {}): Promise<void> =>
    storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...Array.from({ length: count }, () => anEvent(fields))),
    );
  const appendAndSignal = async (...args: Parameters<typeof happen>): Promise<void> => {
    await happen(...args);
    signal();
  };
  const positionsOf = (events: readonly FeedEvent[]): number[] => events.map(({ position }) => position);

  /** All events that a subscriber receives until none is left. */
  const followFrom = async (start: number, types?: ReadonlySet<string>): Promise<FeedEvent[]> => {
    const readAfter = subscriber();
    const received: FeedEvent[] = [];
    for (let position = start; ; ) {
      const read = await readAfter(position, types);
      received.push(...read.events);
      if (read.position === position) return received;
      position = read.position;
    }
  };
  const upTo = (last: number, first = 1): number[] =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('are read once for all subscribers', async () => {
    await appendAndSignal(3);
    const received = await Promise.all(Array.from({ length: 100 }, () => followFrom(0)));
    expect(reads).to.deep.equal([0]);
    for (const events of received) expect(positionsOf(events)).to.deep.equal([1, 2, 3]);
    await appendAndSignal(1);
    for (let follower = 0; follower < 100; follower += 1) {
      expect(positionsOf(await followFrom(3))).to.deep.equal([4]);
    }
    expect(reads).to.deep.equal([0, 3]);
  });

  it('are read again after half a second without a signal', async () => {
    await subscriber()(0);
    await happen(1);
    clock.advance(0.499);
    expect(positionsOf(await followFrom(0))).to.deep.equal([]);
    clock.advance(0.001);
    expect(positionsOf(await followFrom(0))).to.deep.equal([1]);
  });

  it('miss nothing when a signal arrives during a read', async () => {
    const gate = aGate();
    await appendAndSignal(1);
    beforeRead = () => gate.opened;
    const first = subscriber()(0);
    await appendAndSignal(1);
    gate.open();
    await first;
    expect(positionsOf(await followFrom(0))).to.deep.equal([1, 2]);
    await appendAndSignal(1);
    expect(positionsOf(await followFrom(2))).to.deep.equal([3]);
  });

  it('miss nothing when a read fails', async () => {
    beforeRead = () => Promise.reject(new Error('The database is away.'));
    await appendAndSignal(1);
    expect(await subscriber()(0).catch((error: Error) => error.message)).to.equal('The database is away.');
    beforeRead = async () => {};
    clock.advance(0.5);
    expect(positionsOf(await followFrom(0))).to.deep.equal([1]);
  });

  it('let slow subscribers read from the feed until they have caught up', async () => {
    await subscriber()(0);
    await appendAndSignal(1_205);
    expect(positionsOf(await followFrom(0))).to.deep.equal(upTo(1_205));
    const before = reads.length;
    turns = 0;
    expect(positionsOf(await followFrom(205))).to.deep.equal(upTo(1_205, 206));
    expect([reads.length, turns]).to.deep.equal([before, 0]);
    expect(positionsOf((await subscriber()(204)).events)).to.deep.equal(upTo(214, 205));
    expect([reads.length, turns]).to.deep.equal([before + 1, 1]);
  });

  it('start with the latest events after a long pause', async () => {
    await happen(5_000);
    expect(positionsOf(await followFrom(4_950))).to.deep.equal(upTo(5_000, 4_951));
    expect(reads.every((position) => position >= 4_950)).to.equal(true);
    await appendAndSignal(1);
    expect(positionsOf(await followFrom(5_000))).to.deep.equal([5_001]);
    await happen(1_500);
    clock.advance(11);
    expect(positionsOf(await followFrom(5_001))).to.deep.equal(upTo(6_501, 5_002));
  });

  it('skip events of other types, cached or not', async () => {
    await appendAndSignal(300);
    await appendAndSignal(1, { type: 'user.created' });
    await appendAndSignal(300);
    const users = new Set(['user.created']);
    expect(positionsOf(await followFrom(0, users))).to.deep.equal([301]);
    expect((await subscriber()(0, users)).position).to.equal(100);
    await appendAndSignal(1_000);
    expect(await subscriber()(0, users)).to.deep.include({ position: 1_601 });
    expect(positionsOf(await followFrom(0, users))).to.deep.equal([301]);
    expect(positionsOf(await followFrom(0, new Set()))).to.deep.equal([]);
  });

  it('drop cached events of an erased user', async () => {
    const resourceId = ids.next('usr');
    await appendAndSignal(1, { type: 'user.created', resourceId, data: { name: 'Ada' } });
    expect((await followFrom(0))[0]?.view).to.include('Ada');
    await storage.unitOfWork.run(async (tx) => {
      await tx.events.erase([resourceId], { name: null });
      await tx.events.append(Actor.system, anEvent({ type: 'user.deleted', resourceId }));
    });
    signal();
    const received = await followFrom(0);
    expect(received.map(({ type }) => type)).to.deep.equal(['user.created', 'user.deleted']);
    expect(JSON.stringify(received)).to.not.include('Ada');
  });

  it('are handed out in batches of a few large events, cached or not', async () => {
    await appendAndSignal(200, { data: { text: 'x'.repeat(50_000) } });
    await subscriber()(0);
    const sizesFrom = async (start: number): Promise<number[]> => {
      const readAfter = subscriber();
      const sizes: number[] = [];
      for (let read = await readAfter(start); read.events.length > 0; read = await readAfter(read.position)) {
        sizes.push(read.events.length);
      }
      return sizes;
    };
    expect(await sizesFrom(190)).to.deep.equal([6, 4]);
    expect((await sizesFrom(0)).slice(0, 4)).to.deep.equal([10, 5, 5, 5]);
  });

  it('are limited in size and still deliver large events', async () => {
    await appendAndSignal(12, { data: { text: 'x'.repeat(1_000_000) } });
    await subscriber()(12);
    const before = reads.length;
    expect(positionsOf(await followFrom(9))).to.deep.equal([10, 11, 12]);
    expect(reads.length).to.equal(before);
    expect(positionsOf(await followFrom(0))).to.deep.equal(upTo(12));
    expect(reads.length).to.be.greaterThan(before);
    await appendAndSignal(1, { data: { text: 'x'.repeat(5_000_000) } });
    expect(positionsOf(await followFrom(12))).to.deep.equal([13]);
    await appendAndSignal(1);
    expect(positionsOf(await followFrom(12))).to.deep.equal([13, 14]);
  });
});
