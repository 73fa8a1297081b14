import type { EventFeed, FeedEvent } from './event-feed.ts';

/** Events of the wanted types, and the position up to which the feed was read. */
export type FeedBatch = Readonly<{ events: readonly FeedEvent[]; position: number }>;

type Range = Readonly<{ after: number; upTo: number; limit: number; types?: readonly string[] | undefined }>;

/** Reads the next events of all types, or of some, from a part of the feed. */
export const readFeed = async (feed: EventFeed, { after, upTo, limit, types }: Range): Promise<FeedBatch> => {
  const events = (await feed.after(after, { limit, types })).filter(({ position }) => position <= upTo);
  const last = events.at(-1);
  return { events, position: last !== undefined && events.length === limit ? last.position : upTo };
};
