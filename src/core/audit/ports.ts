import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import type { AuditEntry, AuditEntryView, auditEntryList } from './audit-entry.ts';

/**
 * The audit log, written in the transaction of the change and never modified; entries are removed after the retention
 * period.
 */
export interface AuditLog {
  /** Records entries in this order. */
  append(...entries: readonly AuditEntry[]): Promise<void>;
  /**
   * The fields of a resource that changed since a version, by the entries of committed transactions whose values include
   * the version: for resources without events.
   */
  changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]>;
}

/** Reads of the audit log, and its cleanup. */
export interface AuditQueries {
  /** The newest first. */
  list(query: ListQuery<typeof auditEntryList>): Promise<Page<AuditEntryView>>;
  /** Removes entries from before a time that are past their retention period; some thousand per call. */
  removeBefore(time: Date): Promise<number>;
}

/** The retention period of entries. A trigger and a function of the database have the same number and change by a migration. */
export const AUDIT_RETENTION_DAYS = 400;

/** The part of a transaction that audits changes. */
export type AuditTx = Readonly<{ audit: AuditLog }>;
