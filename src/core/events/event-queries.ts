import type { Id } from '#core/shared/id.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { EventView } from './event-view.ts';

export type EventFilter = Readonly<{
  /** An event matches if its type is one of these. */
  types?: readonly string[] | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** Reads single events and lists of them. */
export interface EventQueries {
  find(id: Id<'evt'>): Promise<Json<EventView> | undefined>;
  /** The newest first. */
  list(filter: EventFilter, page: PageRequest): Promise<Page<EventView>>;
}
