import { p } from '@mikro-orm/postgresql';
import type { Entry } from '#core/analytics/entry.ts';
import type { Measure } from '#core/analytics/measures.ts';
import type { SubjectId } from '#core/analytics/ports.ts';
import { toStoredValues } from './analytics-rollups.ts';
import { json, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** An entry as JSON: its values are whole numbers as text, since a JSON number may lose digits. */
export type StoredEntry = Pick<Entry, 'dimension' | 'key' | 'currency'> & Readonly<Partial<Record<Measure, string>>>;

/** What a resource adds to the figures at a time. */
export const AnalyticsEntriesRow = table('analytics_entries', {
  generation: p.integer().primary(),
  subject_id: p.text().$type<SubjectId>().primary(),
  at: timestamp().primary(),
  entries: json<readonly StoredEntry[]>(),
});

export type AnalyticsEntriesRow = Row<typeof AnalyticsEntriesRow>;

export const toStoredEntry = ({ dimension, key, currency, values }: Entry): StoredEntry => ({
  dimension,
  key,
  currency,
  ...toStoredValues(values),
});

export const toEntry = ({ dimension, key, currency, ...values }: StoredEntry, at: Date): Entry => ({
  at,
  dimension,
  key,
  currency,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, BigInt(value)])),
});
