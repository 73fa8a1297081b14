import { expect } from 'chai';
import type { NewDelivery } from '#core/webhooks/delivery.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type DeliveriesOn, deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import { aDelivery, anEndpoint, aResult, retryAt } from '../../support/builders/webhook-builders.ts';
import { cut, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `DeliveryQueue` without ordering. */
export const deliveryQueueContract = (name: string, open: OpenStorage): void => {
  describe(`DeliveryQueue on ${name}`, () => {
    describe('added deliveries', () => addedContract(deliveriesOn(useStorage(open))));
    describe('leases of endpoints', () => leaseContract(deliveriesOn(useStorage(open))));
  });
};

const LATER = noonPlus(3600);

const addedContract = ({ queue, added, withDeliveries, disable, viewsOf, viewOf, dueIds }: DeliveriesOn): void => {
  it('numbers the deliveries of each endpoint from 1 in the given order', async () => {
    const endpoints = [await added(), await added(), await added()];
    const batches = [1, 4, 2].map((size) => Array.from({ length: size }, () => endpoints.map((one) => aDelivery(one))));
    for (const batch of batches) await queue().add(batch.flat());
    for (const [index, endpoint] of endpoints.entries()) {
      const views = await viewsOf(endpoint);
      expect(views.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
      expect(idsOf(views)).to.deep.equal(idsOf(batches.flat().flatMap((row) => row[index] ?? [])));
    }
  });

  it('shows a delivery as it was added', async () => {
    const endpoint = await added();
    const delivery = aDelivery(endpoint, { eventType: cut(TEXT, 100), at: noonPlus(0.001) });
    await queue().add([delivery]);
    expect(await viewOf(delivery)).to.deep.equal({
      id: delivery.id,
      object: 'webhook_delivery',
      webhook_id: endpoint.id,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      resource_id: delivery.resourceId,
      sequence: 1,
      status: 'pending',
      next_attempt_at: '2026-11-20T12:00:00.001Z',
      attempts: [],
      version: 1,
      created_at: '2026-11-20T12:00:00.001Z',
      updated_at: '2026-11-20T12:00:00.001Z',
    });
  });

  it('ignores existing deliveries, by endpoint and event, without using a number', async () => {
    const { endpoint, deliveries } = await withDeliveries(3);
    const before = await viewsOf(endpoint);
    const again = deliveries.map((delivery) => ({ ...delivery, id: ids.next('dlv'), at: LATER }));
    await queue().add(again);
    expect(await viewsOf(endpoint)).to.deep.equal(before);
    const more = [aDelivery(endpoint), aDelivery(endpoint)];
    await queue().add([...again.slice(0, 2), ...more.slice(0, 1), ...again.slice(2), ...more.slice(1)]);
    const after = await viewsOf(endpoint);
    expect(idsOf(after)).to.deep.equal(idsOf([...deliveries, ...more]));
    expect(after.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('keeps the first of two deliveries of one event in a call', async () => {
    const endpoint = await added();
    const delivery = aDelivery(endpoint);
    await queue().add([delivery, { ...delivery, id: ids.next('dlv') }, aDelivery(endpoint)]);
    const views = await viewsOf(endpoint);
    expect(views.map(({ sequence }) => sequence)).to.deep.equal([1, 2]);
    expect(views[0]?.id).to.equal(delivery.id);
  });

  it('ignores only deliveries for unknown endpoints', async () => {
    const endpoint = await added();
    const [unknown, delivery] = [aDelivery(anEndpoint()), aDelivery(endpoint)];
    await queue().add([unknown, delivery]);
    await queue().add([]);
    expect(await viewOf(unknown)).to.equal(null);
    expect(idsOf(await viewsOf(endpoint))).to.deep.equal([delivery.id]);
  });

  it('returns due deliveries, the earliest due first, ties by number', async () => {
    const times = [30, 10, 20, 10, 0, 40];
    const { endpoint, deliveries } = await withDeliveries(times.length, (index) => ({
      at: noonPlus(times[index] ?? 0),
    }));
    const byDueTime = [4, 1, 3, 2, 0].map((index) => deliveries[index]?.id);
    expect(await dueIds(endpoint, noonPlus(30))).to.deep.equal(byDueTime);
    expect(await dueIds(endpoint, noonPlus(29.999))).to.deep.equal(byDueTime.slice(0, 4));
    expect(await dueIds(endpoint, noonPlus(30), 2)).to.deep.equal(byDueTime.slice(0, 2));
    expect(await dueIds(endpoint, noonPlus(-1))).to.deep.equal([]);
    expect(await dueIds(anEndpoint(), noonPlus(30))).to.deep.equal([]);
  });

  it('returns what is needed to send, without deliveries in flight', async () => {
    const { endpoint, deliveries } = await withDeliveries(3);
    const except = idsOf(deliveries.slice(0, 2)) as NewDelivery['id'][];
    const { id, eventId, eventType } = deliveries[2] as NewDelivery;
    expect(await queue().due(endpoint.id, { at: NOON, except, limit: 10 })).to.deep.equal([
      { id, eventId, eventType, sequence: 3, attemptCount: 0, endpointVersion: 1 },
    ]);
    await disable(endpoint.id);
    const [due] = await queue().due(endpoint.id, { at: NOON, except, limit: 10 });
    expect(due).to.include({ id, endpointVersion: 2 });
  });
};

const leaseContract = ({
  storage,
  queue,
  added,
  withDeliveries,
  disableAndFail,
  claim,
  claimedIds,
}: DeliveriesOn): void => {
  /** An endpoint with one delivery, leased by `me` for a minute from noon. */
  const aLeasedEndpoint = async () => {
    const { endpoint, deliveries, first } = await withDeliveries(1);
    const [lease] = await claim();
    if (lease === undefined) throw new Error('No endpoint was claimed.');
    return { endpoint, deliveries, first, lease };
  };

  // the tests share a storage: no endpoint stays due or leased
  afterEach(async () => {
    for (const { endpointId } of await claim(noonPlus(1_000_000))) await disableAndFail(endpointId, LATER);
    for (const lease of await claim(noonPlus(2_000_000), { owner: 'cleaner' })) await queue().release(lease, 'cleaner');
  });

  it('claims endpoints with due deliveries, the longest waiting first, up to the limit', async () => {
    await added();
    const endpoints: WebhookEndpoint[] = [];
    for (const seconds of [20, 0, 30, 10]) {
      endpoints.push((await withDeliveries(2, (index) => ({ at: noonPlus(seconds + index) }))).endpoint);
    }
    const byDueTime = [1, 3, 0].map((index) => endpoints[index]?.id);
    expect(await claimedIds(noonPlus(29.999), { limit: 2 })).to.deep.equal(byDueTime.slice(0, 2));
    expect(await claimedIds(noonPlus(29.999))).to.deep.equal(byDueTime.slice(2));
    expect(await claimedIds(noonPlus(29.999))).to.deep.equal([]);
  });

  it('leases an endpoint to one owner until the lease expires', async () => {
    const { endpoint } = await aLeasedEndpoint();
    for (const owner of ['me', 'you']) expect(await claimedIds(noonPlus(59.999), { owner })).to.deep.equal([]);
    expect(await claimedIds(noonPlus(60), { owner: 'you' })).to.deep.equal([endpoint.id]);
  });

  it('claims disabled endpoints too', async () => {
    const endpoint = await added({ enabled: false });
    await queue().add([aDelivery(endpoint)]);
    expect(await claimedIds()).to.deep.equal([endpoint.id]);
  });

  it('renews the lease of its owner only', async () => {
    const { endpoint } = await aLeasedEndpoint();
    const other = await withDeliveries(1);
    const renew = (owner: string) =>
      queue().renew([other.endpoint.id, endpoint.id, ids.next('wh')], { owner, at: NOON, until: noonPlus(120) });
    expect(await renew('you')).to.deep.equal([]);
    expect(await renew('me')).to.deep.equal([endpoint.id]);
    expect(await claimedIds(noonPlus(119), { owner: 'you' })).to.deep.equal([other.endpoint.id]);
    expect(await claimedIds(noonPlus(120), { owner: 'you' })).to.deep.equal([endpoint.id]);
    expect(await renew('me')).to.deep.equal([]);
  });

  it('reports a removed endpoint as no longer leased', async () => {
    const { endpoint } = await aLeasedEndpoint();
    await storage().unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id));
    expect(await queue().renew([endpoint.id], { owner: 'me', at: NOON, until: LATER })).to.deep.equal([]);
  });

  it('makes a released endpoint claimable when its next delivery is due', async () => {
    const { endpoint, first, lease } = await aLeasedEndpoint();
    await queue().record(endpoint.id, [aResult(first, retryAt(noonPlus(5)))], NOON);
    await queue().release(lease, 'me');
    expect(await claimedIds(noonPlus(4.999))).to.deep.equal([]);
    expect(await claimedIds(noonPlus(5))).to.deep.equal([endpoint.id]);
  });

  it('makes a released endpoint without deliveries claimable only once one is added', async () => {
    const { endpoint, first, lease } = await aLeasedEndpoint();
    await queue().record(endpoint.id, [aResult(first)], NOON);
    await queue().release(lease, 'me');
    expect(await claimedIds(LATER)).to.deep.equal([]);
    await queue().add([aDelivery(endpoint, { at: LATER })]);
    expect(await claimedIds(LATER)).to.deep.equal([endpoint.id]);
  });

  it('makes a released endpoint claimable at once when deliveries were added during the lease', async () => {
    const { endpoint, first, lease } = await aLeasedEndpoint();
    await queue().add([aDelivery(endpoint)]);
    await queue().record(endpoint.id, [aResult(first, retryAt(LATER))], NOON);
    await queue().release(lease, 'me');
    expect(await claimedIds()).to.deep.equal([endpoint.id]);
  });

  it('makes a released endpoint claimable at once when its deliveries are still due', async () => {
    const { endpoint, lease } = await aLeasedEndpoint();
    await queue().release(lease, 'me');
    expect(await claimedIds()).to.deep.equal([endpoint.id]);
  });

  it('ignores a release by another owner', async () => {
    const { lease } = await aLeasedEndpoint();
    await claim(noonPlus(60), { owner: 'you' });
    await queue().release(lease, 'me');
    expect(await claimedIds(noonPlus(61), { owner: 'somebody' })).to.deep.equal([]);
  });

  it('ignores a release of an unknown endpoint', async () => {
    const { endpoint, lease } = await aLeasedEndpoint();
    await queue().release({ ...lease, endpointId: ids.next('wh') }, 'me');
    expect(await claimedIds()).to.deep.equal([]);
    expect(await claimedIds(noonPlus(60))).to.deep.equal([endpoint.id]);
  });

  it('does not delay an endpoint by results recorded after the lease expired', async () => {
    const { endpoint, first, lease } = await aLeasedEndpoint();
    await claim(noonPlus(60), { owner: 'you' });
    await queue().record(endpoint.id, [aResult(first, retryAt(LATER))], noonPlus(60));
    await queue().release(lease, 'you');
    await queue().record(endpoint.id, [aResult(first, retryAt(noonPlus(90)))], noonPlus(61));
    expect(await claimedIds(noonPlus(89.999))).to.deep.equal([]);
    expect(await claimedIds(noonPlus(90))).to.deep.equal([endpoint.id]);
  });

  it('leases each endpoint to one of several concurrent claims', async () => {
    for (let index = 0; index < 12; index += 1) await withDeliveries(1);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claimedIds(NOON, { owner: `${index}`, limit: 3 })),
    );
    expect(new Set(claims.flat()).size).to.equal(claims.flat().length);
    expect(claims.flat().length + (await claimedIds()).length).to.equal(12);
  });
};
