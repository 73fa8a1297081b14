import type { ApiKeyId } from '#core/access/api-key.ts';
import { type ApiKeyView, apiKeyList, apiKeyView } from '#core/access/api-key.ts';
import type { AccessQueries, SessionListing } from '#core/access/ports.ts';
import { sessionView } from '#core/access/session.ts';
import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import { Found, type Page } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryAccessQueries implements AccessQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findKey(id: ApiKeyId) {
    return Found.of(apiKeyView, this.#store.apiKeys.get(id));
  }

  async listKeys(query: ListQuery<typeof apiKeyList>): Promise<Page<ApiKeyView>> {
    return listPage(apiKeyList, [...this.#store.apiKeys.values()].map(apiKeyView), query);
  }

  async listSessions({ userId, current, at, page }: SessionListing) {
    const sessions = [...this.#store.sessions.values()].filter(
      (session) => session.userId === userId && session.expiresAt > at,
    );
    const views = sessions.map((session) => sessionView(session, current));
    return listPage(newestFirstList, views, { filter: {}, page });
  }
}
