import type { ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { auditEntryList } from './audit-entry-list.ts';
import type { AuditEntryView } from './audit-entry-view.ts';

/** The record of who did what, written in the transaction of what it tells, and never changed. */
export interface AuditLog {
  /** Records entries in this order. */
  append(...entries: readonly AuditEntry[]): Promise<void>;
}

/** The log for those who read it. */
export interface AuditQueries {
  /** The newest first. */
  list(query: ListQuery<typeof auditEntryList>): Promise<Page<AuditEntryView>>;
  /** Removes what was recorded before a time, where it is older than entries must become; some thousand at once. */
  removeBefore(time: Date): Promise<number>;
}

/** How long entries are kept. The database's own guard has the number too, and changes by a migration. */
export const AUDIT_RETENTION_DAYS = 400;
