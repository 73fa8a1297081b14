import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { Id } from '#core/shared/id.ts';
import { actorColumns, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const AuditEntryRow = defineEntity({
  name: 'AuditEntryRow',
  tableName: 'audit_log',
  properties: {
    id: id<'aud'>().primary(),
    ...actorColumns(),
    action: p.text(),
    resource_type: p.text().strictNullable(),
    resource_id: p.text().$type<Id>().strictNullable(),
    before: json<AuditEntry['before']>(),
    after: json<AuditEntry['after']>(),
    request_id: p.text().strictNullable(),
    created_at: timestamp(),
  },
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
