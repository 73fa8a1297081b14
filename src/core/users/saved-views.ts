import type { UserId } from './user.ts';

/** A list as a user wants to see it again: its filters and sort, as the query of a page. */
export type SavedView = Readonly<{ list: string; name: string; query: string }>;

/** The saved views of a user's lists, in the user's order. */
export type SavedViews = Readonly<{ userId: UserId; version: number; views: readonly SavedView[] }>;

export const MAX_SAVED_VIEWS = 100;

export const SavedViews = {
  /** Of a user who has saved none. */
  initial: (userId: UserId): SavedViews => ({ userId, version: 1, views: [] }),

  replace: (before: SavedViews, views: readonly SavedView[]): SavedViews => ({
    ...before,
    views,
    version: before.version + 1,
  }),
};

/** Saved views as the API shows them. */
export type SavedViewsView = Readonly<{
  object: 'saved_views';
  user_id: UserId;
  views: readonly SavedView[];
  version: number;
}>;

export const savedViewsView = ({ userId, views, version }: SavedViews): SavedViewsView => ({
  object: 'saved_views',
  user_id: userId,
  views: views.map(({ list, name, query }) => ({ list, name, query })),
  version,
});
