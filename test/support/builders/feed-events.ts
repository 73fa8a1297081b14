import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventView } from '#core/events/event-view.ts';
import type { Id } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import { ids, NOON } from './builders.ts';

let position = 0;

/** An event with a position, as the relay passes it to publishers. */
export const aFeedEvent = ({
  type = 'product.updated',
  resourceId = ids.next('prod') as Id,
  data = { name: 'Linen shirt – 李 𝒜', price: 19.99 } as object,
} = {}): FeedEvent => {
  position += 1;
  const id = ids.next('evt');
  const view: EventView = {
    id,
    object: 'event',
    type,
    timestamp: NOON.toISOString(),
    actor: { type: 'system', id: null },
    created_at: NOON.toISOString(),
    resource_id: resourceId,
    sequence: position,
    data,
    previous: { price: 29.99 },
  };
  return { position, id, type, resourceId, occurredAt: NOON, view: Json.of(view) };
};

/** Several of them in order. */
export const feedEvents = (count: number): FeedEvent[] => Array.from({ length: count }, () => aFeedEvent());
