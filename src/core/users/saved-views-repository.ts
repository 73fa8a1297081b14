import type { SavedViews } from './saved-views.ts';
import type { UserId } from './user.ts';

/** Writes saved views. */
export interface SavedViewsRepository {
  /** The initial ones if the user has saved none. Takes no lock: writers lock the user. */
  read(userId: UserId): Promise<SavedViews>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(views: SavedViews): Promise<void>;
  /** Removes those of a user, if there are any. */
  removeOf(userId: UserId): Promise<void>;
}

/** Reads saved views. */
export interface SavedViewsQueries {
  /** The initial ones if the user has saved none. */
  get(userId: UserId): Promise<SavedViews>;
}
