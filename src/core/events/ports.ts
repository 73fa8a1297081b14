import type { Id } from '#core/shared/id.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Json, Page } from '#core/shared/page.ts';
import type { FeedEvent } from './event-feed.ts';
import type { EventView, eventList } from './event-view.ts';

/**
 * Publishes events to webhooks or to a broker. Every publisher receives every event of its types at least once, in order.
 * A batch whose outcome is unknown is repeated, so messages carry the id of the event.
 */
export interface EventPublisher {
  /** The unique and permanent key of its offset. */
  readonly name: string;
  /** The types of the events to publish, called before each batch. Undefined, or no such method: all types. */
  types?(): Promise<readonly string[] | undefined>;
  /** Settles once all are accepted, or within ten seconds. @throws Error if any may not have been accepted. */
  publish(events: readonly FeedEvent[]): Promise<void>;
  /** Closes its connections. */
  close?(): Promise<void>;
}

/** Reads single events and lists of them. */
export interface EventQueries {
  find(id: Id<'evt'>): Promise<Json<EventView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof eventList>): Promise<Page<EventView>>;
}

/** The offset of each publisher in the feed. One process at a time holds the lease of a publisher. */
export interface PublisherOffsets {
  /**
   * Claims the lease of a publisher, or renews it, unless another owner's lease is valid.
   * @returns the position of the last published event, at first 0; undefined if another owner holds the lease.
   */
  claim(publisher: string, lease: LeaseRequest): Promise<number | undefined>;
  /** Records that events up to a position are published, and renews the lease. @returns false if another owner holds it. */
  advance(publisher: string, position: number, lease: LeaseRequest): Promise<boolean>;
  /** Releases the lease if the owner holds it. */
  release(publisher: string, owner: string): Promise<void>;
  /** The positions of all publishers that were ever claimed, by name. */
  positions(): Promise<ReadonlyMap<string, number>>;
}
