import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { type AuditEntryView, auditEntryList, auditEntryView } from '#core/audit/audit-entry.ts';
import { AUDIT_RETENTION_DAYS, type AuditLog, type AuditQueries } from '#core/audit/ports.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { AuditRow } from '../store/memory-store.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

export class MemoryAuditLog implements AuditLog {
  readonly #entries: TableChanges<AuditRow['id'], AuditRow>;
  readonly #ids: IdGenerator;

  constructor(entries: TableChanges<AuditRow['id'], AuditRow>, ids: IdGenerator) {
    this.#entries = entries;
    this.#ids = ids;
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of entries) {
      const id = this.#ids.next('aud');
      this.#entries.set(id, { ...entry, id });
    }
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    const later = [...this.#entries.values()].filter(
      ({ resource, after }) => resource?.id === resourceId && Number(after['version'] ?? 0) > sinceVersion,
    );
    const fields = new Set(later.flatMap(({ before }) => Object.keys(before)));
    fields.delete('version');
    return [...fields].sort();
  }
}

const DAY_MS = 24 * 3_600_000;

export class MemoryAuditQueries implements AuditQueries {
  readonly #entries: MemoryTable<AuditRow['id'], AuditRow>;

  constructor(entries: MemoryTable<AuditRow['id'], AuditRow>) {
    this.#entries = entries;
  }

  async list(query: ListQuery<typeof auditEntryList>): Promise<Page<AuditEntryView>> {
    return listPage(auditEntryList, [...this.#entries.values()].map(auditEntryView), query);
  }

  async removeBefore(time: Date): Promise<number> {
    // by the storage's own time, like a database trigger, whatever the service's clock
    const youngest = Math.min(time.getTime(), Date.now() - AUDIT_RETENTION_DAYS * DAY_MS);
    return this.#entries.deleteWhere(({ at }) => at.getTime() < youngest);
  }
}
