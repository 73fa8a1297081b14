import type { DomainEvent, EventLog } from '#core/shared/domain-event.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { TransactionSession } from './transaction-session.ts';

// writers of one resource wait for each other at the resource itself, so that two never take one sequence
const INSERT = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
  select $1, $2, $3, coalesce(max(sequence), 0) + 1, $4, $5, $6, $7 from events where resource_id = $3`;

const CHANGED_FIELDS = `
  select distinct field from events, json_object_keys(previous) as field
  where resource_id = $1 and resource_version > $2 order by field`;

const erased = (column: string): string => `(
  select coalesce(json_object_agg(key, case when key = any($2::text[]) then 'null'::json else value end), '{}'::json)
  from json_each(${column}))`;

const ERASE = `update events set data = ${erased('data')}, previous = ${erased('previous')} where resource_id = $1`;

export class PostgresEventLog implements EventLog {
  readonly appended: string[] = [];
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(...events: readonly DomainEvent[]): Promise<void> {
    for (const { type, resourceId, resourceVersion, data, previous, occurredAt } of events) {
      const json = [JSON.stringify(data), JSON.stringify(previous)];
      const values = [this.#ids.next('evt'), type, resourceId, resourceVersion, ...json, occurredAt];
      this.#session.send({ text: INSERT, values });
      this.appended.push(type);
    }
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    const rows = await this.#session.query<{ field: string }>({
      text: CHANGED_FIELDS,
      values: [resourceId, sinceVersion],
    });
    return rows.map(({ field }) => field);
  }

  async erase(resourceId: Id, fields: readonly string[]): Promise<void> {
    this.#session.send({ text: ERASE, values: [resourceId, fields] });
  }
}
