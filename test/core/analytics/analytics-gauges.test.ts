import { expect } from 'chai';
import { analyticsGauges } from '#core/analytics/analytics-gauges.ts';
import { Actor } from '#core/shared/actor.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, noonPlus } from '../../support/builders/builders.ts';
import { countChanged, SHOP_ZONE } from '../../support/builders/counted-figures.ts';
import { anEvent } from '../../support/builders/webhook-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('analyticsGauges', () => {
  let storage: StorageUnderTest;

  beforeEach(async () => {
    storage = await openMemoryStorage();
  });

  /** The number of events and the age of the oldest. */
  const read = async (isOn = true): Promise<unknown> => {
    const { eventFeed: feed, analyticsQueries: queries } = storage;
    return Object.values(await analyticsGauges({ feed, queries, clock: clockAtNoon(), isOn }).read());
  };
  const happen = (...seconds: number[]): Promise<void> =>
    storage.unitOfWork.run((tx) =>
      tx.events.append(Actor.system, ...seconds.map((second) => anEvent({ occurredAt: noonPlus(second) }))),
    );

  it('report the events that are not counted and the age of the oldest', async () => {
    await happen(-100, -60);
    await countChanged(storage);
    expect(await read()).to.deep.equal([0, 0]);
    await happen(-30.5, -10);
    expect(await read()).to.deep.equal([2, 30.5]);
    await countChanged(storage);
    expect(await read()).to.deep.equal([0, 0]);
  });

  it('report all events if no worker has ever counted', async () => {
    await happen(-100);
    expect(await read()).to.deep.equal([1, 100]);
  });

  it('are those of the figures that are shown while others are built', async () => {
    await countChanged(storage);
    await happen(-20);
    await storage.unitOfWork.run((tx) => tx.analytics.begin(SHOP_ZONE));
    expect(await read()).to.deep.equal([1, 20]);
  });

  it('have no value without analytics', async () => {
    await happen(-100);
    expect(await read(false)).to.deep.equal([[], []]);
  });
});
