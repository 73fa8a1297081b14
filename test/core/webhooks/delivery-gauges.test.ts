import { expect } from 'chai';
import { deliveryGauges } from '#core/webhooks/delivery-gauges.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, NOON, noonPlus } from '../../support/builders/builders.ts';
import { deliveriesOn } from '../../support/builders/deliveries-on.ts';
import { aResult } from '../../support/builders/webhook-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('deliveryGauges', () => {
  let storage: StorageUnderTest;
  const clock = clockAtNoon();
  const { withDeliveries, queue } = deliveriesOn(() => storage);

  beforeEach(async () => {
    storage = await openMemoryStorage();
  });

  const read = () => deliveryGauges({ queue: queue(), systemClock: clock }).read();

  it('are zero without deliveries', async () => {
    expect(await read()).to.deep.equal({ webhook_deliveries_pending: 0, webhook_deliveries_oldest_seconds: 0 });
  });

  it('report the pending deliveries and the age of the oldest', async () => {
    const { endpoint, first } = await withDeliveries(3, (index) => ({ at: noonPlus(index) }));
    clock.advance(10);
    expect(await read()).to.deep.equal({ webhook_deliveries_pending: 3, webhook_deliveries_oldest_seconds: 10 });
    await queue().record(endpoint.id, [aResult(first)], NOON);
    expect(await read()).to.deep.equal({ webhook_deliveries_pending: 2, webhook_deliveries_oldest_seconds: 9 });
  });
});
