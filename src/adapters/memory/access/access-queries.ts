import { apiKeyList, apiKeyView } from '#core/access/api-key.ts';
import type { AccessQueries } from '#core/access/ports.ts';
import { Session, sessionView } from '#core/access/session.ts';
import { Found } from '#core/shared/page.ts';
import { listPage, newestPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export const makeAccessQueries = ({ apiKeys, sessions }: MemoryStore): AccessQueries => ({
  findKey: async (id) => Found.of(apiKeyView, apiKeys.get(id)),

  listKeys: async (query) => listPage(apiKeyList, apiKeys.values().map(apiKeyView), query),

  async listSessions({ userId, current, at, page }) {
    const active = sessions.filter(
      ({ userId: owner, expiresAt, lastUsedAt, createdAt }) =>
        owner === userId && expiresAt > at && !Session.isIdle({ usedAt: lastUsedAt ?? createdAt }, at),
    );
    return newestPage(
      active.map((session) => sessionView(session, current)),
      page,
    );
  },
});
