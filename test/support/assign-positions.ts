import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';

/** Gives every committed event its place. */
export const placeAll = async (feed: EventFeed): Promise<void> => {
  while ((await feed.place()) > 0);
};

/** All that a feed has after a place, read in pieces. */
export const allAfter = async (feed: EventFeed, position = 0): Promise<readonly FeedEvent[]> => {
  const found: FeedEvent[] = [];
  for (;;) {
    const events = await feed.after(found.at(-1)?.position ?? position, { limit: 50 });
    if (events.length === 0) return found;
    found.push(...events);
  }
};
