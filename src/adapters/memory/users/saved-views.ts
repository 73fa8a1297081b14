import { conflict } from '#core/shared/domain-error.ts';
import type { SavedViewsQueries, SavedViewsRepository } from '#core/users/ports.ts';
import { SavedViews } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import type { MemoryUserRepository } from './user-repository.ts';

export class MemorySavedViewsRepository implements SavedViewsRepository {
  readonly #rows: TableChanges<UserId, SavedViews>;
  readonly #users: MemoryUserRepository;

  constructor(rows: TableChanges<UserId, SavedViews>, users: MemoryUserRepository) {
    this.#rows = rows;
    this.#users = users;
  }

  async read(userId: UserId): Promise<SavedViews> {
    return this.#rows.get(userId) ?? SavedViews.initial(userId);
  }

  async save(views: SavedViews): Promise<void> {
    this.#users.requireUser(views.userId);
    const { version } = await this.read(views.userId);
    if (version !== views.version - 1) throw conflict('The saved views were changed concurrently.');
    this.#rows.set(views.userId, views);
  }

  async removeOf(userId: UserId): Promise<void> {
    this.#rows.delete(userId);
  }
}

export class MemorySavedViewsQueries implements SavedViewsQueries {
  readonly #rows: MemoryTable<UserId, SavedViews>;

  constructor(rows: MemoryTable<UserId, SavedViews>) {
    this.#rows = rows;
  }

  async get(userId: UserId): Promise<SavedViews> {
    return this.#rows.get(userId) ?? SavedViews.initial(userId);
  }
}
