import { expect } from 'chai';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { makeRelayEvents, type RelayEvents } from '#core/events/use-cases/relay-events.ts';
import { Actor } from '#core/shared/actor.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, type ManualClock } from '../../support/builders/builders.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

const AWAY = new Error('The broker is away.');

describe('relayEvents', () => {
  let storage: StorageUnderTest;
  let clock: ManualClock;
  let batches: number[][];
  let isAway: boolean;

  beforeEach(async () => {
    storage = await openMemoryStorage();
    clock = clockAtNoon();
    batches = [];
    isAway = false;
  });

  const happen = (count: number, event: Parameters<typeof anEvent>[0] = {}): Promise<void> =>
    storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...Array.from({ length: count }, () => anEvent(event))),
    );

  const publish = async (events: readonly FeedEvent[]): Promise<void> => {
    if (isAway) throw AWAY;
    batches.push(events.map(({ position }) => position));
  };

  const relayOf = (
    owner: string,
    take = publish,
    types?: EventPublisher['types'],
  ): RelayEvents & ReturnType<typeof aLog> => {
    const logging = aLog();
    const { eventFeed: feed, publisherOffsets } = storage;
    const publisher = { name: 'broker', publish: take, ...(types && { types }) };
    return {
      ...logging,
      ...makeRelayEvents({ feed, publisherOffsets, publisher, systemClock: clock, log: logging.log, owner }),
    };
  };

  const upTo = (last: number, first = 1): number[] =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const published = (): number[] => batches.flat();

  it('publishes all events in order and in batches, then new ones', async () => {
    const relay = relayOf('me');
    await happen(450);
    await relay.run();
    expect(batches.map(({ length }) => length)).to.deep.equal([200, 200, 50]);
    await relay.run();
    await happen(2);
    await relay.run();
    expect(batches.slice(3)).to.deep.equal([[451, 452]]);
    expect(published()).to.deep.equal(upTo(452));
  });

  it('publishes events of the wanted types only, and does not read the others again', async () => {
    let wanted: string[] | undefined = [];
    const relay = relayOf('me', publish, async () => wanted);
    await happen(250);
    await relay.run();
    expect(batches).to.deep.equal([]);
    expect(await storage.publisherOffsets.positions()).to.deep.equal(new Map([['broker', 250]]));
    wanted = ['user.created'];
    await happen(250);
    await happen(201, { type: 'user.created' });
    await happen(250);
    await relay.run();
    expect(batches).to.deep.equal([upTo(700, 501), [701]]);
    expect(await storage.publisherOffsets.positions()).to.deep.equal(new Map([['broker', 951]]));
    wanted = undefined;
    await happen(1);
    await relay.run();
    expect(published()).to.deep.equal([...upTo(701, 501), 952]);
  });

  it('skips no event that happens while the wanted types change', async () => {
    const wanted = ['user.created'];
    const relay = relayOf('me', publish, async () => {
      // another endpoint is created after its types were read, and then something happens
      const types = [...wanted];
      if (!wanted.includes('user.updated')) {
        wanted.push('user.updated');
        await happen(1, { type: 'user.updated' });
        await happen(1, { type: 'user.created' });
      }
      return types;
    });
    await happen(1, { type: 'user.created' });
    await relay.run();
    await relay.run();
    expect(published()).to.deep.equal(upTo(3));
  });

  it('continues where another process stopped', async () => {
    const [one, other] = [relayOf('one'), relayOf('other')];
    await happen(3);
    await one.run();
    await one.stop();
    await happen(1);
    await other.run();
    expect(batches).to.deep.equal([[1, 2, 3], [4]]);
  });

  it('publishes a batch again when its outcome is unknown', async () => {
    const published: number[] = [];
    let most = 2;
    const half = async (events: readonly FeedEvent[]): Promise<void> => {
      published.push(...events.slice(0, most).map(({ position }) => position));
      if (events.length > most) throw new Error('The connection has ended.');
    };
    const relay = relayOf('me', half);
    await happen(3);
    await relay.run();
    most = 10;
    clock.advance(1);
    await relay.run();
    expect(published).to.deep.equal([1, 2, 1, 2, 3]);
  });

  it('backs off after failures, logs them, and continues', async () => {
    const times: number[] = [];
    const relay = relayOf('me', (events) => {
      times.push(clock.now().getTime() / 1000);
      return publish(events);
    });
    isAway = true;
    await happen(1);
    for (let runs = 0; runs < 300; runs += 1) {
      await relay.run();
      clock.advance(0.25);
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).to.deep.equal([0.25, 0.5, 1, 2, 4, 8, 15, 15, 15]);
    expect(relay.lines.map(({ level, fields }) => ({ level, ...fields }))).to.deep.equal(
      times.map((_, index) => ({ level: 'warn', err: AWAY, publisher: 'broker', failures: index + 1 })),
    );
    isAway = false;
    clock.advance(15);
    await relay.run();
    expect(batches).to.deep.equal([[1]]);
    await happen(1);
    await relay.run();
    expect(batches).to.deep.equal([[1], [2]]);
  });

  it('runs in one process at a time, and another takes over when the lease expires', async () => {
    const [one, other] = [relayOf('one'), relayOf('other')];
    await one.run();
    await happen(1);
    for (const seconds of [0, 9.999]) {
      clock.advance(seconds);
      await other.run();
      expect(batches).to.deep.equal([]);
    }
    clock.advance(0.001);
    await other.run();
    expect(batches).to.deep.equal([[1]]);
    await happen(1);
    await one.run();
    expect(batches).to.deep.equal([[1]]);
  });

  it('keeps the lease while it publishes', async () => {
    const [one, other] = [relayOf('one'), relayOf('other')];
    for (let second = 0; second < 30; second += 3) {
      await happen(1);
      await one.run();
      await other.run();
      clock.advance(3);
    }
    expect(published()).to.deep.equal(upTo(10));
    await happen(1);
    await other.run();
    expect(published()).to.deep.equal(upTo(10));
  });

  it('keeps the lease while idle, without asking each time', async () => {
    const one = relayOf('one');
    let claims = 0;
    const { publisherOffsets } = storage;
    const claim = publisherOffsets.claim.bind(publisherOffsets);
    Object.assign(publisherOffsets, {
      claim: (...args: Parameters<typeof claim>) => {
        claims += 1;
        return claim(...args);
      },
    });
    for (let runs = 0; runs < 100; runs += 1) {
      await one.run();
      clock.advance(0.5);
    }
    expect(claims).to.equal(10);
    await relayOf('other').run();
    await happen(1);
    await relayOf('other').run();
    expect(batches).to.deep.equal([]);
  });

  it('stops after the current batch', async () => {
    const relay = relayOf('me', async (events) => {
      batches.push(events.map(({ position }) => position));
      relay.finish();
    });
    await happen(450);
    await relay.run();
    expect(published()).to.deep.equal(upTo(200));
    await relay.stop();
    const other = relayOf('other');
    await other.run();
    expect(published()).to.deep.equal(upTo(450));
  });

  it('releases the lease on stop', async () => {
    const [one, other] = [relayOf('one'), relayOf('other')];
    await happen(1);
    await one.run();
    await one.stop();
    await happen(1);
    await other.run();
    expect(batches).to.deep.equal([[1], [2]]);
  });

  it('stops when another process holds the lease', async () => {
    const other = relayOf('other');
    const slow = relayOf('slow', async (events) => {
      await publish(events);
      if (batches.length > 1) return;
      clock.advance(10);
      await other.run();
    });
    await happen(401);
    await slow.run();
    expect(batches.map(({ length }) => length)).to.deep.equal([200, 200, 200, 1]);
    expect(batches.slice(1).flat()).to.deep.equal(upTo(401));
    await happen(1);
    await slow.run();
    expect(batches).to.have.length(4);
    await other.run();
    expect(batches.at(-1)).to.deep.equal([402]);
  });
});
