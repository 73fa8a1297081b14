import type { SessionRepository } from '#core/access/ports.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { requireUser } from '../users/user-repository.ts';

export const makeSessionRepository = (
  { sessions, users }: StoreChanges,
  noteCredentialChange: (id: string) => void,
): SessionRepository => ({
  find: async (id) => sessions.get(id),

  async add(session) {
    requireUser(users, session.userId);
    sessions.set(session.id, session);
  },

  async remove(id) {
    sessions.delete(id);
    noteCredentialChange(id);
  },

  async removeAllOf(userId) {
    const removed = sessions.filter((session) => session.userId === userId);
    for (const { id } of removed) sessions.delete(id);
    noteCredentialChange(userId);
    return removed.map(({ id }) => id);
  },
});
