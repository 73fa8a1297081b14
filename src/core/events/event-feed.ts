import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { TraceParent } from '#core/shared/tracing.ts';
import type { EventView } from './event-view.ts';

// Why: docs/decisions/0017-event-feed.md

/** An event with its position in the global order: 1 for the first event. */
export type FeedEvent = Readonly<{
  position: number;
  id: Id<'evt'>;
  type: string;
  resourceId: Id;
  occurredAt: Date;
  view: Json<EventView>;
  /** The span that recorded it, where it was traced. */
  traceParent?: TraceParent | null;
}>;

/** What is sent of an event. */
export type SentEvent = Pick<FeedEvent, 'view' | 'traceParent'>;

/**
 * All events in one global order. An event gets its position after its commit, so a reader that continues from a position
 * neither misses nor repeats an event, however many transactions write. Events of one resource are in the order of their
 * sequence.
 */
export interface EventFeed {
  /** Assigns positions to a batch of committed events that have none. @returns the size of the batch. */
  assignPositions(): Promise<number>;
  /** The position of the last event; 0 if there is none. */
  end(): Promise<number>;
  /** The events after a position, in order, of all types or of some. */
  after(
    position: number,
    query: Readonly<{ limit: number; types?: readonly string[] | undefined }>,
  ): Promise<readonly FeedEvent[]>;
  /** The current views of events: an erasure may have redacted them. */
  views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, SentEvent>>;
  /** The position of an event; `waiting` if it has none yet, undefined if there is no such event. */
  positionOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined>;
  /**
   * Removes a batch of events that have a position and are older than a time. The last event of each resource stays: the
   * next sequence is counted from it. @returns the size of the batch.
   */
  removeBefore(time: Date): Promise<number>;
}

export const EVENT_RETENTION_DAYS = 90;

/** Events of the wanted types, and the position up to which the feed was read. */
export type FeedBatch = Readonly<{ events: readonly FeedEvent[]; position: number }>;

type Range = Readonly<{ after: number; upTo: number; limit: number; types?: readonly string[] | undefined }>;

/** Reads the next events of all types, or of some, from a part of the feed. */
export const readFeed = async (feed: EventFeed, { after, upTo, limit, types }: Range): Promise<FeedBatch> => {
  const events = (await feed.after(after, { limit, types })).filter(({ position }) => position <= upTo);
  const last = events.at(-1);
  return { events, position: last !== undefined && events.length === limit ? last.position : upTo };
};
