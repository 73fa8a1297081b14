import { p } from '@mikro-orm/postgresql';
import type { SavedViews } from '#core/users/saved-views.ts';
import { id, json } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  user_id: id<'usr'>().primary(),
  version: p.integer(),
  views: json<SavedViews['views']>(),
});

export const SavedViewsRow = table('saved_views', copied.columns);

type SavedViewsRow = Row<typeof SavedViewsRow>;

export const toSavedViewsRow: (views: SavedViews) => SavedViewsRow = copied.toColumns;

export const toSavedViews: (row: SavedViewsRow) => SavedViews = copied.toProperties;
