import { Actor } from '#core/shared/actor.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { NewDelivery } from '#core/webhooks/delivery.ts';
import type { ReplayRange } from '#core/webhooks/ports.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { assignAllPositions } from './assign-positions.ts';
import { NOON, noonPlus } from './builders.ts';

/** The time of the replay. */
export const AT = noonPlus(100);

type StoredEvent = Readonly<{ id: string; type: string }>;

/** Past events and their replay. */
export const eventsOn = (storage: () => StorageUnderTest) => {
  /** Records events with positions. */
  const record = async (...events: DomainEvent[]): Promise<NewDelivery['eventId'][]> => {
    await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, ...events));
    await assignAllPositions(storage().eventFeed);
    const found: NewDelivery['eventId'][] = [];
    for (const { resourceId, occurredAt, type } of events) {
      const stored = (await storage().eventsOf(resourceId)) as readonly (StoredEvent & { occurredAt: Date })[];
      const event = stored.find(
        (one) =>
          one.type === type && one.occurredAt.getTime() === occurredAt.getTime() && !found.includes(one.id as never),
      );
      if (event !== undefined) found.push(event.id as NewDelivery['eventId']);
    }
    return found;
  };

  const replay = (endpoint: WebhookEndpoint, range: Partial<ReplayRange> = {}) =>
    storage().unitOfWork.run((tx) =>
      tx.deliveries.replay(
        endpoint,
        { from: NOON, to: noonPlus(3600), types: ['product.updated', 'order.paid'], limit: 100, ...range },
        AT,
      ),
    );

  return { record, replay };
};
