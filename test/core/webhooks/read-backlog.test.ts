import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import { type Backlog, makeReadBacklog } from '#core/webhooks/use-cases/read-backlog.ts';
import type { StorageUnderTest } from '../../contract/storage-under-test.ts';
import { clockAtNoon, NOON, noonPlus, type TestClock } from '../../support/builders.ts';
import { deliveriesOn } from '../../support/deliveries-on.ts';
import { openMemoryStorage } from '../../support/memory-storage.ts';
import { anEvent, aResult } from '../../support/webhook-builders.ts';

describe('readBacklog', () => {
  let storage: StorageUnderTest;
  let clock: TestClock;
  const { withDeliveries, queue } = deliveriesOn(() => storage);

  beforeEach(async () => {
    storage = await openMemoryStorage();
    clock = clockAtNoon();
  });

  const read = (publishers: readonly string[] = ['webhooks']): Promise<Backlog> => {
    const { eventFeed: feed, publisherOffsets, deliveryQueue } = storage;
    return makeReadBacklog({ feed, publisherOffsets, queue: deliveryQueue, clock, publishers })();
  };
  const happen = (...seconds: number[]): Promise<void> =>
    storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...seconds.map((second) => anEvent({ occurredAt: noonPlus(second) }))),
    );
  const comeTo = async (publisher: string, position: number): Promise<void> => {
    const turn = { owner: 'me', at: NOON, until: noonPlus(10) };
    await storage.publisherOffsets.claim(publisher, turn);
    await storage.publisherOffsets.advance(publisher, position, turn);
  };

  it('is zero without events and deliveries', async () => {
    expect(await read()).to.deep.equal({
      publishers: [{ publisher: 'webhooks', events: 0, oldestSeconds: 0 }],
      deliveries: { pending: 0, oldestSeconds: 0 },
    });
  });

  it('reports the unpublished events of each publisher and the age of the oldest', async () => {
    await happen(-100, -60, -30.5);
    await comeTo('webhooks', 2);
    await comeTo('one that is off', 0);
    expect((await read(['webhooks', 'nats'])).publishers).to.deep.equal([
      { publisher: 'webhooks', events: 1, oldestSeconds: 30.5 },
      { publisher: 'nats', events: 3, oldestSeconds: 100 },
    ]);
    await comeTo('webhooks', 3);
    expect((await read()).publishers[0]).to.include({ events: 0, oldestSeconds: 0 });
  });

  it('reports no negative age when clocks differ', async () => {
    await happen(5);
    expect((await read()).publishers[0]).to.include({ events: 1, oldestSeconds: 0 });
  });

  it('reports the pending deliveries and the age of the oldest', async () => {
    const { endpoint, first } = await withDeliveries(3, (index) => ({ at: noonPlus(index) }));
    clock.advance(10);
    expect((await read()).deliveries).to.deep.equal({ pending: 3, oldestSeconds: 10 });
    await queue().record(endpoint.id, [aResult(first)], NOON);
    expect((await read()).deliveries).to.deep.equal({ pending: 2, oldestSeconds: 9 });
  });
});
