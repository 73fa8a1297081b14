import { sql } from 'kysely';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { columnsOf, literal, utcText } from '../statements/json-view.ts';

// the timelines of orders and payments share these columns
const t = columnsOf<{ t: 'order_timeline' }>();

const ACTOR = sql<TimelineEntryView['actor']>`json_build_object(
  'kind', ${t('t.actor_kind')}, 'user_id', ${t('t.actor_user_id')}, 'credential_id', ${t('t.actor_credential_id')})`;

/** The members of a view that entries `t` of all timelines share. */
export const entryMembers = (visibility: TimelineVisibility) => ({
  actor: visibility === 'full' ? ACTOR : literal(null),
  details: t('t.details'),
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.created_at')),
});
