import { p } from '@mikro-orm/postgresql';
import type { SavedViews } from '#core/users/saved-views.ts';
import { id, json } from './column-types.ts';
import { type Row, table } from './table.ts';

export const SavedViewsRow = table('saved_views', {
  user_id: id<'usr'>().primary(),
  version: p.integer(),
  views: json<SavedViews['views']>(),
});

type SavedViewsRow = Row<typeof SavedViewsRow>;

export const toSavedViewsRow = ({ userId, version, views }: SavedViews): SavedViewsRow => ({
  user_id: userId,
  version,
  views,
});

export const toSavedViews = (row: SavedViewsRow): SavedViews => ({
  userId: row.user_id,
  version: row.version,
  views: row.views,
});
