import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { EventView } from './event-view.ts';

/** An event with its place among all events: 1 for the first. */
export type FeedEvent = Readonly<{
  position: number;
  id: Id<'evt'>;
  type: string;
  resourceId: Id;
  occurredAt: Date;
  view: Json<EventView>;
}>;

/**
 * All that happened, in the one order that everybody is told of it. An event has no place until it was committed, and
 * whoever reads on from a place misses nothing and sees nothing twice, however many write. Those of one resource are in
 * the order of their sequence.
 */
export interface EventFeed {
  /** Gives events that were committed since their places; at most some hundred. @returns how many there were. */
  place(): Promise<number>;
  /** The place of the last event; 0 before the first. */
  end(): Promise<number>;
  /** The events after a place, in order, of all types or of some. */
  after(
    position: number,
    query: Readonly<{ limit: number; types?: readonly string[] | undefined }>,
  ): Promise<readonly FeedEvent[]>;
  /** Some events as they are now, by their ids. */
  views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, Json<EventView>>>;
  /** Where an event stands; `waiting` if it will be given its place soon, undefined if there is no such event. */
  placeOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined>;
  /**
   * Removes events from before a time that have their place, but for the last of each resource, which its next one is
   * counted from. @returns how many, at most some thousand.
   */
  removeBefore(time: Date): Promise<number>;
}

/** Events are kept so long. */
export const EVENT_RETENTION_DAYS = 90;
