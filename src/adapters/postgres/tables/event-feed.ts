import { p } from '@mikro-orm/postgresql';
import { bigint } from './column-types.ts';
import { table } from './table.ts';

/** One row: the last position assigned, and the position up to which old events were removed. */
export const EventFeedRow = table('event_feed', {
  is_only: p.boolean().default(true).primary(),
  last_position: bigint(),
  cleaned_position: bigint().defaultRaw('0'),
});
