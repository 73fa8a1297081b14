import { expect } from 'chai';
import type { NewDelivery } from '#core/webhooks/delivery.ts';
import { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type DeliveriesOn, deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import { aDelivery, aResult, FAILED, retryAt } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `DeliveryQueue` and `DeliveryRepository`: ordered deliveries of a resource. */
export const orderedDeliveriesContract = (name: string, open: OpenStorage): void => {
  describe(`DeliveryQueue: ordered deliveries on ${name}`, () => {
    describe('sending', () => sentContract(deliveriesOn(useStorage(open))));
    describe('requested retries', () => retriedContract(deliveriesOn(useStorage(open))));
  });
};

const LATER = noonPlus(3600);

type Four = [NewDelivery, NewDelivery, NewDelivery, NewDelivery];

const resourceIds = (): [NewDelivery['resourceId'], NewDelivery['resourceId']] => [ids.next('prod'), ids.next('prod')];

const toolsOn = ({ queue, added, ...tools }: DeliveriesOn) => {
  /** Four deliveries of one resource to an ordered endpoint. */
  const fourInOrder = async () => {
    const endpoint = await added({ ordering: 'resource' });
    const [resourceId] = resourceIds();
    const four = [0, 1, 2, 3].map(() => aDelivery(endpoint, { resourceId })) as Four;
    await queue().add(four);
    return { endpoint, four };
  };
  return { queue, added, fourInOrder, ...tools };
};

const sentContract = (tools: DeliveriesOn): void => {
  const { queue, added, dueIds, viewOf, claim, claimedIds, disableAndFail, fourInOrder } = toolsOn(tools);

  it('returns only the first of each resource, across batches', async () => {
    const endpoint = await added({ ordering: 'resource' });
    const [one, other] = resourceIds();
    const of = (resourceId: NewDelivery['resourceId']) => aDelivery(endpoint, { resourceId });
    const [first, second, third, fourth, fifth] = [of(one), of(other), of(one), of(one), of(other)];
    await queue().add([first]);
    await queue().add([third, second, fourth]);
    await queue().add([fifth]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([first.id, second.id]);
    expect(await viewOf(third)).to.include({ status: 'pending', next_attempt_at: null });
  });

  it('blocks no delivery of another endpoint and no unordered one', async () => {
    const [endpoint, other] = [await added({ ordering: 'resource' }), await added({ ordering: 'resource' })];
    const [resourceId] = resourceIds();
    const [one, two] = [aDelivery(endpoint, { resourceId }), aDelivery(other, { resourceId })];
    const free = [0, 1].map(() => aDelivery(endpoint, { resourceId, ordered: false }));
    await queue().add([free[0] as NewDelivery, one, two, free[1] as NewDelivery]);
    expect(await dueIds(endpoint)).to.deep.equal(idsOf([free[0] as NewDelivery, one, free[1] as NewDelivery]));
    expect(await dueIds(other)).to.deep.equal([two.id]);
  });

  it('unblocks the next when one succeeds or fails, and no other', async () => {
    const { endpoint, four } = await fourInOrder();
    await queue().record(endpoint.id, [aResult(four[0])], noonPlus(1));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[1].id]);
    expect(await viewOf(four[1])).to.include({ next_attempt_at: noonPlus(1).toISOString() });
    await queue().record(endpoint.id, [aResult(four[1], FAILED)], noonPlus(2));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[2].id]);
    await queue().record(endpoint.id, [aResult(four[2])], noonPlus(3));
    await queue().record(endpoint.id, [aResult(four[3])], noonPlus(4));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([]);
  });

  it('keeps the next blocked during retries', async () => {
    const { endpoint, four } = await fourInOrder();
    await queue().record(endpoint.id, [aResult(four[0], retryAt(noonPlus(9)))], noonPlus(1));
    expect(await dueIds(endpoint, noonPlus(8))).to.deep.equal([]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[0].id]);
  });

  it('is not blocked by ended deliveries', async () => {
    const { endpoint, four } = await fourInOrder();
    for (const delivery of four) await queue().record(endpoint.id, [aResult(delivery)], NOON);
    const more = aDelivery(endpoint, { resourceId: four[0].resourceId });
    await queue().add([more]);
    expect(await dueIds(endpoint)).to.deep.equal([more.id]);
  });

  it('makes the endpoint claimable for an unblocked delivery', async () => {
    const { endpoint, four } = await fourInOrder();
    const [served] = (await claim(LATER)).filter(({ endpointId }) => endpointId === endpoint.id);
    await queue().record(endpoint.id, [aResult(four[0], retryAt(noonPlus(9000)))], NOON);
    await queue().release(served ?? { endpointId: endpoint.id, wakeUps: 1 }, 'me');
    expect(await claimedIds(noonPlus(4000))).to.not.include(endpoint.id);
    await queue().record(endpoint.id, [aResult(four[0])], noonPlus(4000));
    expect(await claimedIds(noonPlus(4000))).to.include(endpoint.id);
  });

  it('fails blocked deliveries too when the endpoint is disabled', async () => {
    const { endpoint } = await fourInOrder();
    expect(await disableAndFail(endpoint.id)).to.equal(4);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([]);
  });
};

const retriedContract = (tools: DeliveriesOn): void => {
  const { storage, queue, dueIds, viewOf, fourInOrder } = toolsOn(tools);

  const retry = async ({ endpointId, id }: NewDelivery, at = noonPlus(10)) =>
    JSON.parse(await storage().unitOfWork.run((tx) => tx.deliveries.retry(endpointId, id, at)));

  it('blocks a delivery behind a pending one', async () => {
    const { endpoint, four } = await fourInOrder();
    await queue().record(endpoint.id, [aResult(four[0], FAILED)], NOON);
    await queue().record(endpoint.id, [aResult(four[1], FAILED)], NOON);
    expect(await retry(four[0])).to.include({ status: 'pending', next_attempt_at: noonPlus(10).toISOString() });
    expect(await retry(four[1])).to.include({ status: 'pending', next_attempt_at: null });
    expect(await retry(four[3])).to.include({ status: 'pending', next_attempt_at: null });
    // the third was unblocked before the earlier ones were requested again
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[2].id, four[0].id]);
    await queue().record(endpoint.id, [aResult(four[2])], noonPlus(11));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[0].id]);
    await queue().record(endpoint.id, [aResult(four[0])], noonPlus(12));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[1].id]);
    await queue().record(endpoint.id, [aResult(four[1])], noonPlus(13));
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[3].id]);
  });

  it('unblocks deliveries when the endpoint is no longer ordered', async () => {
    const { endpoint, four } = await fourInOrder();
    await storage().unitOfWork.run((tx) =>
      tx.webhooks.save(WebhookEndpoint.change(endpoint, { ordering: 'none' }, noonPlus(1))),
    );
    await retry(four[2]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal(idsOf([four[0], four[2]]));
  });

  it('keeps a requested delivery blocked when its former last attempt is recorded late', async () => {
    const { endpoint, four } = await fourInOrder();
    await queue().record(endpoint.id, [aResult(four[0], FAILED)], NOON);
    await retry(four[0], LATER);
    await retry(four[1], LATER);
    await queue().record(endpoint.id, [aResult(four[1], retryAt(noonPlus(20)))], noonPlus(15));
    expect(await viewOf(four[1])).to.include({ status: 'pending', next_attempt_at: null });
    expect(await dueIds(endpoint, LATER)).to.deep.equal([four[0].id]);
  });
};
