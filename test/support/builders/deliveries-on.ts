import { Json } from '#core/shared/page.ts';
import type { DeliveryView, NewDelivery } from '#core/webhooks/delivery.ts';
import { type EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { aUser, NOON } from './builders.ts';
import { aDelivery, anEndpoint } from './webhook-builders.ts';

export type DeliveriesOn = ReturnType<typeof deliveriesOn>;

export const idsOf = (rows: readonly Readonly<{ id: string }>[]): string[] => rows.map(({ id }) => id);

/** Adds deliveries to a storage and reads them. */
export const deliveriesOn = (storage: () => StorageUnderTest) => {
  const queue = () => storage().deliveryQueue;

  /** An endpoint of an owner of the shop. */
  const added = async (fields: Parameters<typeof anEndpoint>[0] = {}): Promise<WebhookEndpoint> => {
    const owner = aUser({ role: 'owner' });
    const endpoint = anEndpoint({ ownerId: owner.id, ...fields });
    await storage().unitOfWork.run(async (tx) => {
      await tx.users.add(owner);
      await tx.webhooks.add(endpoint);
    });
    return endpoint;
  };

  /** An endpoint with some deliveries. */
  const withDeliveries = async (count: number, fieldsOf: (index: number) => Partial<NewDelivery> = () => ({})) => {
    const endpoint = await added();
    const deliveries = Array.from({ length: count }, (_, index) => aDelivery(endpoint, fieldsOf(index)));
    await queue().add(deliveries);
    return { endpoint, deliveries, first: deliveries[0] as NewDelivery };
  };

  /** Disables an endpoint, as is done before its pending deliveries fail. */
  const disable = (id: EndpointId): Promise<void> =>
    storage().unitOfWork.run(async (tx) => {
      const endpoint = await tx.webhooks.get(id);
      if (endpoint.enabled) await tx.webhooks.save(WebhookEndpoint.disable(endpoint, 'requested', NOON));
    });

  const disableAndFail = async (id: EndpointId, at = NOON): Promise<number> => {
    await disable(id);
    return queue().failPending(id, at);
  };

  /** The deliveries to an endpoint by number. */
  const viewsOf = async ({ id }: Pick<WebhookEndpoint, 'id'>): Promise<DeliveryView[]> =>
    (await storage().webhookQueries.listDeliveries(id, { filter: {}, page: { limit: 1000 } })).items
      .map(Json.parse)
      .reverse();

  const viewOf = async (delivery: NewDelivery): Promise<DeliveryView> =>
    JSON.parse((await storage().webhookQueries.findDelivery(delivery.endpointId, delivery.id))?.view ?? 'null');

  const dueIds = async (endpoint: WebhookEndpoint, at = NOON, limit = 100) =>
    (await queue().due(endpoint.id, { at, except: [], limit })).map(({ id }) => id);

  const claim = (at = NOON, { owner = 'me', limit = 100, seconds = 60 } = {}) =>
    queue().claim({ owner, at, until: new Date(at.getTime() + seconds * 1000) }, limit);

  const claimedIds = async (...args: Parameters<typeof claim>): Promise<EndpointId[]> =>
    (await claim(...args)).map(({ endpointId }) => endpointId);

  return { storage, queue, added, withDeliveries, disable, disableAndFail, viewsOf, viewOf, dueIds, claim, claimedIds };
};
