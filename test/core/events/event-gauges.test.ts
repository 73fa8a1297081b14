import { expect } from 'chai';
import { eventGauges } from '#core/events/event-gauges.ts';
import { Actor } from '#core/shared/actor.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, NOON, noonPlus } from '../../support/builders/builders.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('eventGauges', () => {
  let storage: StorageUnderTest;

  beforeEach(async () => {
    storage = await openMemoryStorage();
  });

  /** The number of events and the age of the oldest, by publisher. */
  const read = async (...publishers: string[]): Promise<Record<string, unknown>> => {
    const { eventFeed: feed, publisherOffsets } = storage;
    const values = await eventGauges({ feed, publisherOffsets, clock: clockAtNoon(), publishers }).read();
    const { event_backlog: events, event_backlog_oldest_seconds: ages } = values;
    if (typeof events === 'number' || typeof ages === 'number') throw new Error('The values have no label.');
    return Object.fromEntries(
      events.map(({ labels, value }, index) => {
        expect(ages[index]?.labels).to.deep.equal(labels);
        return [labels['publisher'], [value, ages[index]?.value]];
      }),
    );
  };
  const happen = (...seconds: number[]): Promise<void> =>
    storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...seconds.map((second) => anEvent({ occurredAt: noonPlus(second) }))),
    );
  const comeTo = async (publisher: string, position: number): Promise<void> => {
    const lease = { owner: 'me', at: NOON, until: noonPlus(10) };
    await storage.publisherOffsets.claim(publisher, lease);
    await storage.publisherOffsets.advance(publisher, position, lease);
  };

  it('are zero without events', async () => {
    expect(await read('webhooks')).to.deep.equal({ webhooks: [0, 0] });
  });

  it('report the unpublished events of each publisher and the age of the oldest', async () => {
    await happen(-100, -60, -30.5);
    await comeTo('webhooks', 2);
    await comeTo('one that is off', 0);
    expect(await read('webhooks', 'nats')).to.deep.equal({ webhooks: [1, 30.5], nats: [3, 100] });
    await comeTo('webhooks', 3);
    expect(await read('webhooks')).to.deep.equal({ webhooks: [0, 0] });
  });

  it('report no negative age when clocks differ', async () => {
    await happen(5);
    expect(await read('webhooks')).to.deep.equal({ webhooks: [1, 0] });
  });
});
