import { defineEntity, p } from '@mikro-orm/postgresql';
import { id } from './column-types.ts';

/** The slugs that products had before, each by the last product that had it. */
export const FormerSlugRow = defineEntity({
  name: 'FormerSlugRow',
  tableName: 'former_slugs',
  properties: {
    slug: p.text().primary(),
    product_id: id<'prod'>(),
  },
});
