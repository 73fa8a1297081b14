import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { ApiKeyId } from './api-key.ts';
import type { apiKeyList } from './api-key-list.ts';
import type { ApiKeyView } from './api-key-view.ts';
import type { SessionView } from './session-view.ts';

export type SessionListing = Readonly<{
  userId: Id<'usr'>;
  /** The session of the caller; null for a key. */
  current: Id<'ses'> | null;
  /** Only sessions that are active at this time are listed. */
  at: Date;
  page: PageRequest;
}>;

/** Reads of keys and sessions. */
export interface AccessQueries {
  findKey(id: ApiKeyId): Promise<Found<ApiKeyView> | undefined>;
  /** Newest first. */
  listKeys(query: ListQuery<typeof apiKeyList>): Promise<Page<ApiKeyView>>;
  /** The active sessions of a user, newest first. */
  listSessions(listing: SessionListing): Promise<Page<SessionView>>;
}
