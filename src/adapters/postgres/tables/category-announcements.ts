import { defineEntity } from '@mikro-orm/postgresql';
import { bigint, id, timestamp } from './column-types.ts';

/**
 * A category whose products have an event to come, since it was renamed, or deleted with its products reassigned. The
 * products are announced in the order of their times, and only after the transactions with ids up to `horizon`.
 */
export const CategoryAnnouncementRow = defineEntity({
  name: 'CategoryAnnouncementRow',
  tableName: 'category_announcements',
  properties: {
    category_id: id<'cat'>().primary(),
    horizon: bigint().strictNullable(),
    after_created_at: timestamp().strictNullable(),
    after_id: id<'prod'>().strictNullable(),
  },
});
