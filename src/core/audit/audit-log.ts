import type { Id } from '#core/shared/id.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEntryView } from './audit-entry-view.ts';

/** The record of who did what, written in the transaction of what it tells, and never changed. */
export interface AuditLog {
  /** Records entries in this order. */
  append(...entries: readonly AuditEntry[]): Promise<void>;
}

/** An entry has to match all that is given. */
export type AuditFilter = Readonly<{
  /** A user, or the key or session that was called with. */
  actor?: Id<'usr'> | Id<'key'> | Id<'ses'> | undefined;
  action?: string | undefined;
  resourceId?: string | undefined;
  /** Bounds, both included. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** The log for those who read it. */
export interface AuditQueries {
  /** The newest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntryView>>;
  /** Removes what was recorded before a time, where it is older than entries must become; some thousand at once. */
  removeBefore(time: Date): Promise<number>;
}

/** How long entries are kept. The database's own guard has the number too, and changes by a migration. */
export const AUDIT_RETENTION_DAYS = 400;
