import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';

/** Assigns a position to every committed event. */
export const assignAllPositions = async (feed: EventFeed): Promise<void> => {
  while ((await feed.assignPositions()) > 0);
};

/** All events after a position, read in batches. */
export const allAfter = async (feed: EventFeed, position = 0): Promise<readonly FeedEvent[]> => {
  const found: FeedEvent[] = [];
  for (;;) {
    const events = await feed.after(found.at(-1)?.position ?? position, { limit: 50 });
    if (events.length === 0) return found;
    found.push(...events);
  }
};
