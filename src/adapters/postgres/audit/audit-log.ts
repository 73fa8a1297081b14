import { sql } from 'kysely';
import { type AuditEntry, type AuditEntryView, auditEntryList, auditEntryView } from '#core/audit/audit-entry.ts';
import type { AuditLog, AuditQueries } from '#core/audit/ports.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, recordset } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { AuditEntryRow, toAuditEntry, toAuditEntryRow } from '../tables/audit-log.ts';

const INSERT = insertRow(AuditEntryRow);

const COLUMNS = columnNames(AuditEntryRow);

const INSERT_ALL = prepare<{ rows: readonly AuditEntryRow[] }>()(($) =>
  db
    .insertInto('audit_log')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('audit_log', $.json('rows')).as('entry')).select(COLUMNS)),
);

type Since = Readonly<{ resourceId: Id; version: number }>;

const CHANGED_FIELDS = prepare<Since>()<{ field: string }>(($) => ({
  compile: () =>
    sql<{ field: string }>`
      select distinct field from audit_log t cross join lateral json_object_keys(t.before) as field
      where t.resource_id = ${$('resourceId')} and (t.after ->> 'version')::integer > ${$('version')}
        and field <> 'version' order by field`.compile(db),
}));

const REMOVE_BEFORE = prepare<Readonly<{ time: Date; limit: number }>>()(($) =>
  db.selectNoFrom(sql<number>`remove_audit_entries(${$('time')}, ${$('limit')})`.as('count')),
);

/** How many entries one call removes. */
const MAX_REMOVED = 5_000;

export class PostgresAuditLog implements AuditLog {
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;
  #pending: AuditEntry[] = [];

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    this.#pending.push(...entries);
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    const rows = await this.#session.query(CHANGED_FIELDS({ resourceId, version: sinceVersion }));
    return rows.map(({ field }) => field);
  }

  /** Sends the appended entries in one statement, at the end of the transaction. */
  flush(): void {
    const rows = this.#pending.map((entry) => toAuditEntryRow(this.#ids.next('aud'), entry));
    this.#pending = [];
    const [first, ...others] = rows;
    if (first === undefined) return;
    // most transactions have one entry, for which plain parameters are cheaper than JSON
    this.#session.send(others.length === 0 ? INSERT(first) : INSERT_ALL({ rows }));
  }
}

/** An entry `t` as the API shows it. */
export const AUDIT_ENTRY_VIEW = rowView(AuditEntryRow, (row) => auditEntryView(toAuditEntry(row)));

export class PostgresAuditQueries implements AuditQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(query: ListQuery<typeof auditEntryList>): Promise<Page<AuditEntryView>> {
    return readPage(this.#database, auditPage(query));
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.query(REMOVE_BEFORE({ time, limit: MAX_REMOVED }));
    return row?.count ?? 0;
  }
}

const auditTable = listTable('audit_log')(auditEntryList);

/** The statement of `list`, exported for a test of its plan. */
export const auditPage = (query: ListQuery<typeof auditEntryList>): PageQuery =>
  listPageQuery(auditTable, AUDIT_ENTRY_VIEW, query);
