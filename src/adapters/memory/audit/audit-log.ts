import { auditEntryList, auditEntryView } from '#core/audit/audit-entry.ts';
import { AUDIT_RETENTION_DAYS, type AuditLog, type AuditQueries } from '#core/audit/ports.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';

export const makeAuditLog = ({ auditEntries }: StoreChanges, ids: IdGenerator): AuditLog => ({
  async append(...entries) {
    for (const entry of entries) {
      const id = ids.next('aud');
      auditEntries.set(id, { ...entry, id });
    }
  },

  async changedFields(resourceId, sinceVersion) {
    const later = auditEntries.filter(
      ({ resource, after }) => resource?.id === resourceId && Number(after['version'] ?? 0) > sinceVersion,
    );
    const fields = new Set(later.flatMap(({ before }) => Object.keys(before)));
    fields.delete('version');
    return [...fields].sort();
  },
});

const DAY_MS = 24 * 3_600_000;

export const makeAuditQueries = ({ auditEntries }: MemoryStore): AuditQueries => ({
  list: async (query) => listPage(auditEntryList, auditEntries.values().map(auditEntryView), query),

  async removeBefore(time) {
    // by the storage's own time, like a database trigger, whatever the service's clock
    const youngest = Math.min(time.getTime(), Date.now() - AUDIT_RETENTION_DAYS * DAY_MS);
    return auditEntries.deleteWhere(({ at }) => at.getTime() < youngest);
  },
});
