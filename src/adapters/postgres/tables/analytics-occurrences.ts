import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import { bigint, timestamp } from './column-types.ts';
import { table } from './table.ts';

/** What happened and is not counted yet. Triggers add the rows. */
export const AnalyticsOccurrenceRow = table('analytics_occurrences', {
  id: bigint().$type<GeneratedAlways<string>>().generated('identity').primary(),
  kind: p.text().$type<Occurrence['kind']>(),
  at: timestamp(),
});
