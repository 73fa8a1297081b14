import { ApiKey } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/ports.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { requireUser } from '../users/user-repository.ts';

export const makeApiKeyRepository = (
  { apiKeys, users }: StoreChanges,
  noteCredentialChange: (id: string) => void,
): ApiKeyRepository => ({
  ...resourceRepository(apiKeys, 'API key'),

  async add(key) {
    requireUser(users, key.userId);
    apiKeys.set(key.id, key);
    if (key.kind === 'publishable') noteCredentialChange(key.id);
  },

  async save(key) {
    const existing = apiKeys.get(key.id);
    requirePrevious(existing, key);
    apiKeys.set(key.id, { ...key, lastUsedAt: existing?.lastUsedAt ?? null });
    noteCredentialChange(key.id);
  },

  async claimExpiring({ before, at, limit }) {
    const isDue = ({ expiresAt, expiryAnnouncedAt, revokedAt }: ApiKey): boolean =>
      expiresAt !== null && expiresAt > at && expiresAt < before && expiryAnnouncedAt === null && revokedAt === null;
    const due = apiKeys.filter(isDue).slice(0, limit);
    const announced = due.map((key) => ({ ...key, expiryAnnouncedAt: at }));
    for (const key of announced) apiKeys.set(key.id, key);
    return announced;
  },

  async revokeAllOf(userId, { createdBy, at }) {
    const isMeant = (key: ApiKey): boolean =>
      key.userId === userId &&
      key.revokedAt === null &&
      (createdBy === undefined || (key.createdBySession !== null && createdBy.includes(key.createdBySession)));
    const revoked = apiKeys.filter(isMeant).map((key) => ApiKey.revoke(key, at));
    for (const key of revoked) apiKeys.set(key.id, key);
    noteCredentialChange(userId);
    return revoked;
  },

  listCreatedBy: async (ids) =>
    apiKeys.filter(({ createdByKey }) => createdByKey !== null && ids.includes(createdByKey)).sort(byId),

  async removeAllOf(userId) {
    const removed = apiKeys.filter((key) => key.userId === userId);
    for (const { id } of removed) apiKeys.delete(id);
    noteCredentialChange(userId);
    return removed.map(({ id }) => id);
  },
});
