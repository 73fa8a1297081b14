import { p } from '@mikro-orm/postgresql';
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { Id } from '#core/shared/id.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const AuditEntryRow = table('audit_log', {
  id: id<'aud'>().primary(),
  ...actorColumns(),
  action: p.text(),
  resource_type: p.text().strictNullable(),
  resource_id: p.text().$type<Id>().strictNullable(),
  before: json<AuditEntry['before']>(),
  after: json<AuditEntry['after']>(),
  request_id: p.text().strictNullable(),
  created_at: timestamp(),
});

export type AuditEntryRow = Row<typeof AuditEntryRow>;

export const toAuditEntryRow = (entryId: Id<'aud'>, entry: AuditEntry): AuditEntryRow => ({
  id: entryId,
  ...toActorColumns(entry.actor),
  action: entry.action,
  resource_type: entry.resource?.type ?? null,
  resource_id: entry.resource?.id ?? null,
  before: entry.before,
  after: entry.after,
  request_id: entry.actor.requestId,
  created_at: entry.at,
});

export const toAuditEntry = (row: AuditEntryRow): AuditEntry & Pick<AuditEntryRow, 'id'> => ({
  id: row.id,
  actor: { ...toActor(row), requestId: row.request_id },
  action: row.action,
  resource:
    row.resource_id === null || row.resource_type === null ? null : { type: row.resource_type, id: row.resource_id },
  before: row.before,
  after: row.after,
  at: row.created_at,
});
