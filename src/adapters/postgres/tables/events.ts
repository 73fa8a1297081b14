import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { EventActor } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import type { TraceParent } from '#core/shared/tracing.ts';
import { bigint, id, json, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const EventRow = table('events', {
  id: id<'evt'>().primary(),
  type: p.text(),
  resource_id: p.text().$type<Id>(),
  sequence: p.integer(),
  resource_version: p.integer().default(1),
  data: json<object>(),
  previous: json<object>(),
  // null in events from before actors were recorded
  actor_type: p.text().$type<EventActor['type']>().strictNullable(),
  actor_id: p.text().strictNullable(),
  created_at: timestamp(),
  // the order of insertion
  inserted: bigint().$type<GeneratedAlways<string>>().generated('identity'),
  // the global order, assigned after the commit
  position: bigint().strictNullable(),
  erased: p.boolean().default(false),
  // null where it was not traced
  trace_parent: p.text().$type<TraceParent>().strictNullable(),
});

export type EventRow = Row<typeof EventRow>;
