import { conflict } from '#core/shared/domain-error.ts';
import type { SavedViewsQueries, SavedViewsRepository } from '#core/users/ports.ts';
import { SavedViews } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import type { Rows } from '../store/memory-table.ts';
import { requireUser } from './user-repository.ts';

const viewsOf = (rows: Rows<UserId, SavedViews>, userId: UserId): SavedViews =>
  rows.get(userId) ?? SavedViews.initial(userId);

export const makeSavedViewsRepository = ({ savedViews, users }: StoreChanges): SavedViewsRepository => ({
  read: async (userId) => viewsOf(savedViews, userId),

  async save(views) {
    requireUser(users, views.userId);
    const { version } = viewsOf(savedViews, views.userId);
    if (version !== views.version - 1) throw conflict('The saved views were changed concurrently.');
    savedViews.set(views.userId, views);
  },

  removeOf: async (userId) => void savedViews.delete(userId),
});

export const makeSavedViewsQueries = ({ savedViews }: MemoryStore): SavedViewsQueries => ({
  get: async (userId) => viewsOf(savedViews, userId),
});
