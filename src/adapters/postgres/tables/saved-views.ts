import { defineEntity, p } from '@mikro-orm/postgresql';
import type { SavedViews } from '#core/users/saved-views.ts';
import { id, json } from './column-types.ts';
import type { Row } from './row.ts';

export const SavedViewsRow = defineEntity({
  name: 'SavedViewsRow',
  tableName: 'saved_views',
  properties: {
    user_id: id<'usr'>().primary(),
    version: p.integer(),
    views: json<SavedViews['views']>(),
  },
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
