import type { AuditLog } from './audit-log.ts';

/** The part of a transaction that audits changes. */
export type AuditTx = Readonly<{ audit: AuditLog }>;
