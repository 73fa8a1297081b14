import type { FeedEvent } from '#core/events/event-feed.ts';
import { EVENT_TYPES } from '#core/events/event-types.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { NewDelivery } from './delivery.ts';
import { deliveredTypes } from './endpoint-access.ts';
import type { EventBodies } from './event-bodies.ts';
import type { DeliveryQueue, WebhookQueries } from './ports.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

type Deps = Readonly<{
  queries: WebhookQueries;
  queue: DeliveryQueue;
  bodies: EventBodies;
  ids: IdGenerator;
  systemClock: SystemClock;
}>;

/** Small, so that recording results does not wait long for the lock. */
const BATCH_SIZE = 250;

/** Creates deliveries of events for all matching endpoints. */
export const makeWebhookPublisher = ({ queries, queue, bodies, ids, systemClock }: Deps): EventPublisher => ({
  name: 'webhooks',

  async types() {
    const types = new Set<string>((await queries.listEnabled()).flatMap(deliveredTypes));
    if (types.size === EVENT_TYPES.length) return undefined;
    // the cached bodies are cleared on it, whatever is delivered
    return types.size === 0 ? [] : [...types.add('user.deleted')];
  },

  async publish(events) {
    const subscribed = (await queries.listEnabled()).map((endpoint) => ({
      endpoint,
      types: new Set<string>(deliveredTypes(endpoint)),
    }));
    const at = systemClock.now();
    const deliveries = events.flatMap((event) =>
      subscribed
        .filter(({ endpoint, types }) => types.has(event.type) && event.occurredAt >= endpoint.enabledAt)
        .map(({ endpoint }): NewDelivery => delivery(event, endpoint, { id: ids.next('dlv'), at })),
    );
    bodies.put(events);
    for (let from = 0; from < deliveries.length; from += BATCH_SIZE) {
      await queue.add(deliveries.slice(from, from + BATCH_SIZE));
    }
  },
});

const delivery = (
  { id: eventId, type: eventType, resourceId }: FeedEvent,
  { id: endpointId, ordering }: WebhookEndpoint,
  { id, at }: Pick<NewDelivery, 'id' | 'at'>,
): NewDelivery => ({ id, endpointId, eventId, eventType, resourceId, ordered: ordering === 'resource', at });
