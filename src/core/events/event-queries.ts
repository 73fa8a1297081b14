import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Json, Page } from '#core/shared/page.ts';
import type { eventList } from './event-list.ts';
import type { EventView } from './event-view.ts';

/** Reads single events and lists of them. */
export interface EventQueries {
  find(id: Id<'evt'>): Promise<Json<EventView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof eventList>): Promise<Page<EventView>>;
}
