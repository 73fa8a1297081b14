import { p } from '@mikro-orm/postgresql';
import type { Generation } from '#core/analytics/ports.ts';
import { bigint } from './column-types.ts';
import { type Row, table } from './table.ts';

/** The sets of figures. Each follows the event feed on its own. */
export const AnalyticsGenerationRow = table('analytics_generations', {
  generation: p.integer().primary(),
  time_zone: p.text(),
  status: p.text().$type<Generation['status']>(),
  position: bigint(),
  // of the rebuild
  last_subject: p.text().$type<NonNullable<Generation['lastSubject']>>().strictNullable(),
  counted: p.integer().default(0),
});

export type AnalyticsGenerationRow = Row<typeof AnalyticsGenerationRow>;

export const toGenerationRow = (generation: Generation): AnalyticsGenerationRow => ({
  generation: generation.number,
  time_zone: generation.timeZone,
  status: generation.status,
  position: String(generation.position),
  last_subject: generation.lastSubject,
  counted: generation.counted,
});

export const toGeneration = (row: AnalyticsGenerationRow): Generation => ({
  number: row.generation,
  timeZone: row.time_zone,
  status: row.status,
  position: Number(row.position),
  lastSubject: row.last_subject,
  counted: row.counted,
});
