import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { EventView } from './event-view.ts';

/** An event with its position among all events, from 1. */
export type FeedEvent = Readonly<{
  position: number;
  id: Id<'evt'>;
  type: string;
  resourceId: Id;
  occurredAt: Date;
  view: Json<EventView>;
}>;

/**
 * All committed events in one global order. An event gets its position after its commit, so that a reader that
 * continues from a position misses and repeats nothing, however many transactions write. Events of a resource are
 * ordered by their sequence.
 */
export interface EventFeed {
  /** Assigns positions to newly committed events; at most some hundred per call. @returns the number. */
  place(): Promise<number>;
  /** The position of the last event; 0 for an empty feed. */
  end(): Promise<number>;
  /** The events after a position in order, of all or some types. */
  after(
    position: number,
    query: Readonly<{ limit: number; types?: readonly string[] | undefined }>,
  ): Promise<readonly FeedEvent[]>;
  /** The current events with these ids. */
  views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, Json<EventView>>>;
  /** The position of an event; `waiting` if it will get one soon, undefined for an unknown event. */
  placeOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined>;
  /**
   * Removes events from before a time, except the last of each resource, which continues its sequence. @returns the
   * number, at most some thousand.
   */
  removeBefore(time: Date): Promise<number>;
}

/** The retention period of events. */
export const EVENT_RETENTION_DAYS = 90;
