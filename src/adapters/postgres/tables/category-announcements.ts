import { bigint, id, timestamp } from './column-types.ts';
import { table } from './table.ts';

/**
 * A category whose products have an event to come, since it was renamed, or deleted with its products reassigned. The
 * products are announced in the order of their times, and only after the transactions with ids up to `horizon`.
 */
export const CategoryAnnouncementRow = table('category_announcements', {
  category_id: id<'cat'>().primary(),
  horizon: bigint().strictNullable(),
  after_created_at: timestamp().strictNullable(),
  after_id: id<'prod'>().strictNullable(),
});
