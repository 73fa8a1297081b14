import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import type { NewDelivery } from '#core/webhooks/delivery.ts';
import type { ClaimedEndpoint } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { assignAllPositions } from '../../support/builders/assign-positions.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import { aDelivery, anEvent, aResult, FAILED, retryAt } from '../../support/builders/webhook-builders.ts';
import { shuffled } from '../../support/shuffled.ts';
import type { StorageUnderTest } from '../storage/storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

const ROUNDS = 60;
const LATER = noonPlus(3600);

/** Deliveries that two processes on one storage add, send and request again. */
export const sharedDeliveriesContract = (pair: Pair): void => {
  const { queue, added, viewsOf, dueIds, claim, claimedIds } = deliveriesOn(() => pair()[0]);
  const other = () => pair()[1].deliveryQueue;

  const pendingOf = async (endpoint: WebhookEndpoint): Promise<string[]> =>
    idsOf((await viewsOf(endpoint)).filter(({ status }) => status === 'pending'));

  /** Claims an endpoint as its dispatcher does. */
  const serve = async (endpoint: WebhookEndpoint, at: Date): Promise<ClaimedEndpoint> => {
    const served = (await claim(at)).find(({ endpointId }) => endpointId === endpoint.id);
    if (served === undefined) throw new Error('The endpoint has something due, and nobody serves it.');
    return served;
  };

  /** Sends all due deliveries one after the other. @returns their number. */
  const sendAll = async (endpoint: WebhookEndpoint): Promise<number> => {
    let sent = 0;
    for (let due = await dueIds(endpoint, LATER); due.length > 0; due = await dueIds(endpoint, LATER)) {
      await other().record(
        endpoint.id,
        due.map((id) => aResult({ id })),
        NOON,
      );
      sent += due.length;
    }
    return sent;
  };

  it('block no delivery behind one that ended while it was added', async () => {
    const endpoint = await added({ ordering: 'resource' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const resourceId = ids.next('prod');
      const [first, ...more] = Array.from({ length: 5 }, () => aDelivery(endpoint, { resourceId })) as [NewDelivery];
      await queue().add([first]);
      const result = aResult(first, round % 2 === 0 ? FAILED : undefined);
      await Promise.all([
        queue().add(more.slice(0, 2)),
        other().record(endpoint.id, [result], NOON),
        other().add(more.slice(2)),
      ]);
      expect(await dueIds(endpoint, LATER), `round ${round}`).to.have.length(1);
      expect(await sendAll(endpoint), `round ${round}`).to.equal(4);
      expect(await pendingOf(endpoint)).to.deep.equal([]);
    }
  });

  it('block no delivery behind one that was requested again while another ended', async () => {
    const endpoint = await added({ ordering: 'resource' });
    const { id } = endpoint;
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const resourceId = ids.next('prod');
      const [first, second, third] = [0, 1, 2].map(() => aDelivery(endpoint, { resourceId })) as [
        NewDelivery,
        NewDelivery,
        NewDelivery,
      ];
      await queue().add([first, second, third]);
      await queue().record(id, [aResult(first, FAILED)], NOON);
      await Promise.all([
        pair()[0].unitOfWork.run((tx) => tx.deliveries.retry(id, first.id, NOON)),
        other().record(id, [aResult(second)], NOON),
        pair()[1].unitOfWork.run((tx) => tx.deliveries.retry(id, third.id, NOON)),
      ]);
      await sendAll(endpoint);
      expect(await pendingOf(endpoint), `round ${round}`).to.deep.equal([]);
    }
  });

  it('claim different endpoints concurrently', async () => {
    const endpoints = await Promise.all(Array.from({ length: 40 }, () => added()));
    await queue().add(endpoints.map((endpoint) => aDelivery(endpoint, { at: noonPlus(-9000) })));
    const at = noonPlus(-8000);
    const turns = Array.from({ length: 16 }, (_, index) => ({ owner: `owner ${index}`, at, until: noonPlus(9000) }));
    const claims = await Promise.all(
      turns.map((turn, index) => pair()[index % 2 === 0 ? 0 : 1].deliveryQueue.claim(turn, 5)),
    );
    const claimed = claims.flat().map(({ endpointId }) => endpointId);
    // an empty claim may mean that the other process has the leases
    claimed.push(...(await claimedIds(at)));
    expect(claimed.sort()).to.deep.equal(idsOf(endpoints).sort());
  });

  it('lose no wake-up when one adds while the other releases', async () => {
    const endpoint = await added();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [aDelivery(endpoint), aDelivery(endpoint)];
      await queue().add([first]);
      const served = await serve(endpoint, NOON);
      await queue().record(endpoint.id, [aResult(first)], NOON);
      await Promise.all(shuffled([() => queue().release(served, 'me'), () => other().add([second])]).map((go) => go()));
      const again = await serve(endpoint, NOON);
      await queue().record(endpoint.id, [aResult(second)], NOON);
      await queue().release(again, 'me');
      expect(await claimedIds(LATER)).to.not.include(endpoint.id);
    }
  });

  it('lose no retry when one records after its lease while the other releases', async () => {
    const endpoint = await added();
    for (let round = 0; round < ROUNDS; round += 1) {
      const delivery = aDelivery(endpoint);
      await queue().add([delivery]);
      const served = await serve(endpoint, NOON);
      await Promise.all(
        shuffled([
          () => queue().release(served, 'me'),
          () => other().record(endpoint.id, [aResult(delivery, retryAt(noonPlus(5)))], NOON),
        ]).map((go) => go()),
      );
      const again = await serve(endpoint, noonPlus(5));
      await queue().record(endpoint.id, [aResult(delivery)], NOON);
      await queue().release(again, 'me');
    }
  });

  it('add each delivery once, under gapless numbers, in any order', async () => {
    const endpoints = await Promise.all(Array.from({ length: 6 }, () => added()));
    const events = Array.from({ length: 120 }, () => ({ eventId: ids.next('evt'), resourceId: ids.next('prod') }));
    const batch = (from: number): NewDelivery[] =>
      shuffled(
        events.slice(from, from + 60).flatMap((event) => endpoints.map((endpoint) => aDelivery(endpoint, event))),
      );
    const batches = [0, 30, 60, 15, 45, 0, 60, 30].map(batch);
    await Promise.all(batches.map((batch, index) => pair()[index % 2 === 0 ? 0 : 1].deliveryQueue.add(batch)));
    for (const endpoint of endpoints) {
      const views = await viewsOf(endpoint);
      expect(views.map(({ sequence }) => sequence)).to.deep.equal(Array.from(events, (_, index) => index + 1));
      expect(new Set(views.map(({ event_id: id }) => id))).to.deep.equal(new Set(events.map(({ eventId }) => eventId)));
    }
  });

  it('never deadlock', async () => {
    const endpoints = await Promise.all([0, 1, 2].map(() => added({ ordering: 'resource' })));
    const events = Array.from({ length: 10 }, () => anEvent());
    await pair()[0].unitOfWork.run((tx) => tx.events.append(Actor.system, ...events));
    await assignAllPositions(pair()[0].eventFeed);
    const stored = await Promise.all(
      events.map(async ({ resourceId }) => {
        const [event] = await pair()[0].eventsOf(resourceId);
        return { eventId: event?.id as NewDelivery['eventId'], resourceId };
      }),
    );
    const deliveries = endpoints.flatMap((endpoint) => stored.map((event) => aDelivery(endpoint, event)));
    await queue().add(deliveries);
    const resultsOf = ({ id }: { id: EndpointId }) =>
      shuffled(deliveries.filter(({ endpointId }) => endpointId === id)).map((delivery) => aResult(delivery, FAILED));
    const range = { from: NOON, to: NOON, types: ['product.updated'], limit: 100 };
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      await Promise.all(
        shuffled([
          ...endpoints.map((endpoint) => () => queue().record(endpoint.id, resultsOf(endpoint), NOON)),
          ...endpoints.map((endpoint) => () => other().record(endpoint.id, resultsOf(endpoint), NOON)),
          ...endpoints.map(
            (endpoint) => () => pair()[1].unitOfWork.run((tx) => tx.deliveries.replay(endpoint, range, NOON)),
          ),
          () =>
            pair()[0].unitOfWork.run((tx) => tx.deliveries.erase(shuffled(events).map((event) => event.resourceId))),
          () =>
            pair()[1].unitOfWork.run((tx) => tx.deliveries.erase(shuffled(events).map((event) => event.resourceId))),
          () => other().removeBefore(noonPlus(-1)),
          () => queue().renew(shuffled(idsOf(endpoints)) as EndpointId[], { owner: 'me', at: NOON, until: LATER }),
          () => other().add(shuffled(endpoints).map((endpoint) => aDelivery(endpoint))),
          () => queue().add(shuffled(endpoints).map((endpoint) => aDelivery(endpoint))),
        ]).map((go) => go()),
      );
    }
    for (const endpoint of endpoints) {
      await sendAll(endpoint);
      expect(await pendingOf(endpoint)).to.deep.equal([]);
    }
  });

  it('leave nothing of an endpoint that is removed while deliveries are added', async () => {
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const endpoint = await added();
      await Promise.all(
        shuffled([
          () => queue().add([aDelivery(endpoint), aDelivery(endpoint)]),
          () => other().add([aDelivery(endpoint), aDelivery(endpoint)]),
          () => pair()[1].unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id)),
          () => queue().removeBefore(noonPlus(-9000)),
        ]).map((go) => go()),
      );
      await other().removeBefore(noonPlus(-9000));
      await queue().add([aDelivery(endpoint)]);
      expect(await viewsOf(endpoint), `round ${round}`).to.deep.equal([]);
    }
  });
};
