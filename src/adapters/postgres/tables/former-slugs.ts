import { p } from '@mikro-orm/postgresql';
import { id } from './column-types.ts';
import { table } from './table.ts';

/** The slugs that products had before, each by the last product that had it. */
export const FormerSlugRow = table('former_slugs', {
  slug: p.text().primary(),
  product_id: id<'prod'>(),
});
