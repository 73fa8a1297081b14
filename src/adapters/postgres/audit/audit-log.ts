import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { AuditEntryView } from '#core/audit/audit-entry-view.ts';
import { AUDIT_RETENTION_DAYS, type AuditFilter, type AuditLog, type AuditQueries } from '#core/audit/audit-log.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { given, type PageQuery, Parameters, readPage } from '../lists/page-query.ts';

const APPEND = `
  insert into audit_log (id, actor_kind, actor_user_id, actor_credential_id, action, resource_type, resource_id, before,
    after, request_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const APPEND_SEVERAL = `
  insert into audit_log (id, actor_kind, actor_user_id, actor_credential_id, action, resource_type, resource_id, before,
    after, request_id, created_at)
  select id, actor_kind, actor_user_id, actor_credential_id, action, resource_type, resource_id, before, after, request_id,
    created_at
  from json_populate_recordset(null::audit_log, $1)`;

// younger ones would be refused by the trigger, whatever the time asked for
const REMOVE_BEFORE = `
  with old as (
    select id from audit_log where created_at < least($1, now() - interval '${AUDIT_RETENTION_DAYS} days') limit 5000
  ), removed as (delete from audit_log where id in (select id from old) returning 1)
  select count(*)::integer as count from removed`;

export class PostgresAuditLog implements AuditLog {
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;
  #waiting: AuditEntry[] = [];

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    this.#waiting.push(...entries);
  }

  /** Sends what was appended, as one statement: due at the end of the transaction. */
  flush(): void {
    const rows = this.#waiting.map((entry) => columnsOf(this.#ids.next('aud'), entry));
    this.#waiting = [];
    const [first, ...others] = rows;
    if (first === undefined) return;
    if (others.length > 0) this.#session.send({ text: APPEND_SEVERAL, values: [JSON.stringify(rows)] });
    // not as one of several: most works have one entry, and to take it out of JSON costs more
    else this.#session.send({ text: APPEND, values: Object.values(first) });
  }
}

/** In the order of the statements. */
const columnsOf = (id: Id<'aud'>, { actor, action, resource, before, after, at }: AuditEntry) => ({
  id,
  actor_kind: actor.kind,
  actor_user_id: actor.userId,
  actor_credential_id: actor.credentialId,
  action,
  resource_type: resource?.type ?? null,
  resource_id: resource?.id ?? null,
  before,
  after,
  request_id: actor.requestId,
  created_at: at,
});

/** The row `json` of an entry `t` as the API shows it. */
export const JOIN_AUDIT_ENTRY = joinJson({
  id: 't.id',
  object: `'audit_entry'`,
  actor: `json_build_object('kind', t.actor_kind, 'user_id', t.actor_user_id, 'credential_id', t.actor_credential_id)`,
  action: 't.action',
  resource: `case when t.resource_id is not null then json_build_object('type', t.resource_type, 'id', t.resource_id) end`,
  before: 't.before',
  after: 't.after',
  request_id: 't.request_id',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.created_at'),
});

export class PostgresAuditQueries implements AuditQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntryView>> {
    return readPage(this.#database, auditPage(filter, page));
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>({ text: REMOVE_BEFORE, values: [time] });
    return row?.count ?? 0;
  }
}

/** The statement of `list`, for whoever wants to see its plan. */
export const auditPage = (filter: AuditFilter, page: PageRequest): PageQuery => {
  const { actor, action, resourceId, createdFrom, createdTo } = filter;
  const parameters = new Parameters();
  const actorColumn = actor?.startsWith('usr_') ? 'actor_user_id' : 'actor_credential_id';
  return {
    table: 'audit_log',
    where: [
      ...given(actor, (id) => `t.${actorColumn} = ${parameters.add(id)}`),
      ...given(action, (name) => `t.action = ${parameters.add(name)}`),
      ...given(resourceId, (id) => `t.resource_id = ${parameters.add(id)}`),
      ...given(createdFrom, (time) => `t.created_at >= ${parameters.add(time)}::timestamptz`),
      ...given(createdTo, (time) => `t.created_at <= ${parameters.add(time)}::timestamptz`),
    ],
    parameters,
    sort: { column: 'created_at', type: 'timestamptz', descending: true },
    join: JOIN_AUDIT_ENTRY,
    item: 'row_to_json(json)::text',
    page,
  };
};
