import { expect } from 'chai';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { DeliveryView, NewDelivery } from '#core/webhooks/delivery.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type DeliveriesOn, deliveriesOn } from '../../support/builders/deliveries-on.ts';
import { AT, eventsOn } from '../../support/builders/replayed-events.ts';
import { aDelivery, anEvent, aResult, FAILED, retryAt } from '../../support/builders/webhook-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `DeliveryRepository`: single deliveries, wake-ups and erasure. */
export const requestedDeliveriesContract = (name: string, open: OpenStorage): void => {
  describe(`DeliveryRepository on ${name}`, () => {
    describe('retries', () => retryContract(deliveriesOn(useStorage(open))));
    describe('wake-ups', () => wokenContract(deliveriesOn(useStorage(open))));
    describe('erasure', () => erasureContract(deliveriesOn(useStorage(open))));
  });
};

const LATER = noonPlus(3600);

const retryContract = ({ storage, queue, withDeliveries, viewOf, dueIds, claim, claimedIds }: DeliveriesOn): void => {
  const retry = async ({ endpointId, id }: Pick<NewDelivery, 'endpointId' | 'id'>): Promise<DeliveryView> =>
    JSON.parse(await storage().unitOfWork.run((tx) => tx.deliveries.retry(endpointId, id, AT)));

  it('retries a delivery of any status from a given time and keeps its attempts', async () => {
    const { endpoint, deliveries } = await withDeliveries(3);
    const [pending, received, failed] = deliveries as [NewDelivery, NewDelivery, NewDelivery];
    await queue().record(endpoint.id, [aResult(received), aResult(failed, FAILED)], NOON);
    for (const delivery of [pending, received, failed]) {
      const before = await viewOf(delivery);
      const times = { next_attempt_at: AT.toISOString(), updated_at: AT.toISOString() };
      const after = { ...before, status: 'pending', version: before.version + 1, ...times };
      expect(await retry(delivery)).to.deep.equal(after);
      expect(await viewOf(delivery)).to.deep.equal(after);
    }
    expect(await dueIds(endpoint, noonPlus(99))).to.deep.equal([]);
    const due = await queue().due(endpoint.id, { at: AT, except: [], limit: 10 });
    expect(due.map(({ attemptCount }) => attemptCount)).to.deep.equal([0, 0, 0]);
  });

  it('makes the endpoint claimable although it is leased', async () => {
    const { endpoint, first } = await withDeliveries(1);
    const [served] = (await claim(LATER)).filter(({ endpointId }) => endpointId === endpoint.id);
    await queue().record(endpoint.id, [aResult(first)], NOON);
    await retry(first);
    if (served !== undefined) await queue().release(served, 'me');
    expect(await claimedIds(AT)).to.deep.equal([endpoint.id]);
  });

  it('rejects an unknown delivery, and one of another or a deleted endpoint', async () => {
    const [{ endpoint, first }, other] = [await withDeliveries(1), await withDeliveries(1)];
    await storage().unitOfWork.run((tx) => tx.webhooks.remove(other.endpoint.id));
    const unknown = { endpointId: endpoint.id, id: ids.next('dlv') };
    for (const delivery of [unknown, { ...other.first, endpointId: endpoint.id }, other.first]) {
      expect(await rejectionOf(retry(delivery))).to.include({ kind: 'not_found', code: 'not_found' });
    }
    expect(await viewOf(first)).to.include({ status: 'pending', next_attempt_at: NOON.toISOString() });
  });

  it('changes nothing in a failed transaction or dry run', async () => {
    const { endpoint, first } = await withDeliveries(1);
    await queue().record(endpoint.id, [aResult(first)], NOON);
    const before = await viewOf(first);
    await storage().unitOfWork.dryRun((tx) => tx.deliveries.retry(endpoint.id, first.id, AT));
    const attempt = storage().unitOfWork.run(async (tx) => {
      await tx.deliveries.retry(endpoint.id, first.id, AT);
      throw new Error('changed my mind');
    });
    await attempt.catch(() => {});
    expect(await viewOf(first)).to.deep.equal(before);
  });
};

const wokenContract = ({ storage, queue, added, withDeliveries, disable, claim, claimedIds }: DeliveriesOn): void => {
  const wake = ({ id }: Pick<WebhookEndpoint, 'id'>, at = NOON) =>
    storage().unitOfWork.run((tx) => tx.deliveries.wake(id, at));

  it('makes endpoints with pending deliveries due at the given time, and no others', async () => {
    const [{ endpoint, first }, idle] = [await withDeliveries(1), await added()];
    await queue().record(endpoint.id, [aResult(first, retryAt(LATER))], NOON);
    const [served] = await claim();
    if (served !== undefined) await queue().release(served, 'me');
    expect(await claimedIds(AT)).to.deep.equal([]);
    await storage().unitOfWork.dryRun((tx) => tx.deliveries.wake(endpoint.id, NOON));
    expect(await claimedIds(AT)).to.deep.equal([]);
    for (const { id } of [endpoint, idle]) await wake({ id });
    expect(await claimedIds(NOON)).to.deep.equal([endpoint.id]);
    expect(await queue().due(endpoint.id, { at: AT, except: [], limit: 1 })).to.deep.equal([]);
  });

  it('notify the owner of the lease', async () => {
    const { endpoint } = await withDeliveries(1);
    const wakeUps = async () => (await queue().states([endpoint.id])).get(endpoint.id)?.wakeUps ?? Number.NaN;
    const before = await wakeUps();
    await wake(endpoint);
    expect(await wakeUps()).to.equal(before + 1);
  });

  it('notify the owner of changes and removal', async () => {
    const [changed, removed] = [await added(), await added()];
    const versions = async () => {
      const states = await queue().states([changed.id, removed.id]);
      return [changed, removed].map(({ id }) => states.get(id)?.version);
    };
    expect(await versions()).to.deep.equal([1, 1]);
    await disable(changed.id);
    await storage().unitOfWork.run((tx) => tx.webhooks.remove(removed.id));
    expect(await versions()).to.deep.equal([2, undefined]);
  });
};

const erasureContract = ({ storage, queue, added, viewOf }: DeliveriesOn): void => {
  it('empties the responses to events of the given resources only', async () => {
    const { record } = eventsOn(storage);
    const [endpoint, other] = [await added(), await added()];
    const [one, two, three] = [anEvent(), anEvent(), anEvent()];
    const eventIds = await record(one, two, three);
    const deliveries = [one, two, three].flatMap(({ resourceId }, index) =>
      [endpoint, other].map((to) => aDelivery(to, { resourceId, eventId: eventIds[index] as NewDelivery['eventId'] })),
    );
    await queue().add(deliveries);
    const body = '\0 "response_body":"x" \\ said the receiver';
    for (const delivery of deliveries) {
      const results = [FAILED, undefined].map((outcome) => aResult(delivery, outcome, { body }));
      await queue().record(delivery.endpointId, results, NOON);
    }
    const before = await Promise.all(deliveries.map(viewOf));
    const erase = (...resourceIds: DomainEvent['resourceId'][]) =>
      storage().unitOfWork.run((tx) => tx.deliveries.erase(resourceIds));
    await erase();
    await storage().unitOfWork.dryRun((tx) => tx.deliveries.erase([one.resourceId]));
    expect(await Promise.all(deliveries.map(viewOf))).to.deep.equal(before);
    await erase(one.resourceId, three.resourceId, ids.next('prod'));
    const after = before.map((view) => ({
      ...view,
      version: view.version + (view.resource_id === two.resourceId ? 0 : 1),
      attempts: view.attempts.map((attempt) => ({
        ...attempt,
        response_body: view.resource_id === two.resourceId ? body : null,
      })),
    }));
    expect(await Promise.all(deliveries.map(viewOf))).to.deep.equal(after);
  });

  it('empties the responses to removed events', async () => {
    const endpoint = await added();
    const delivery = aDelivery(endpoint);
    await queue().add([delivery]);
    await queue().record(endpoint.id, [aResult(delivery, undefined, { body: 'who it was' })], NOON);
    await storage().unitOfWork.run((tx) => tx.deliveries.erase([delivery.resourceId]));
    expect((await viewOf(delivery)).attempts.map((attempt) => attempt.response_body)).to.deep.equal([null]);
  });

  it('stores no response that arrives after the erasure of its event', async () => {
    const { record } = eventsOn(storage);
    const endpoint = await added();
    const [one, two] = [anEvent(), anEvent()];
    const [first, second] = await record(one, two);
    const deliveries = [
      aDelivery(endpoint, { eventId: first as NewDelivery['eventId'], resourceId: one.resourceId }),
      aDelivery(endpoint, { eventId: second as NewDelivery['eventId'], resourceId: two.resourceId }),
    ];
    await queue().add(deliveries);
    await storage().unitOfWork.run((tx) => tx.events.erase([one.resourceId], { name: null }));
    const body = 'what "was" sent: \\';
    await queue().record(
      endpoint.id,
      deliveries.map((delivery) => aResult(delivery, undefined, { body })),
      NOON,
    );
    const views = await Promise.all(deliveries.map(viewOf));
    expect(views.map(({ attempts }) => attempts[0]?.response_body)).to.deep.equal([null, body]);
  });
};
