import { p } from '@mikro-orm/postgresql';
import type { ImageFetch } from '#core/imports/image-fetch.ts';
import { id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  product_id: id<'prod'>().primary(),
  source: p.text().primary(),
  import_id: id<'imp'>(),
  line: p.integer(),
  status: p.text().$type<ImageFetch['status']>(),
  image_url: p.text().strictNullable(),
  attempts: p.integer(),
  due_at: timestamp(),
});

export const ImageFetchRow = table('image_fetches', copied.columns);

export type ImageFetchRow = Row<typeof ImageFetchRow>;

export const toImageFetchRow = (fetch: ImageFetch): ImageFetchRow => copied.toColumns(fetch);

export const toImageFetch = (row: ImageFetchRow): ImageFetch => copied.toProperties(row);
