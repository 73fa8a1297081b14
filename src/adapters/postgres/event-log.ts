import type { DomainEvent, EventLog } from '#core/shared/domain-event.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { TransactionSession } from './transaction-session.ts';

// writers of one resource wait for each other at the resource itself, so that two never take one sequence
const INSERT = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
  select id, type, resource_id, row_number() over (partition by resource_id order by place) + (
      select coalesce(max(sequence), 0) from events where resource_id = event.resource_id
    ), resource_version, data::json, previous::json, created_at
  from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[])
    with ordinality as event (id, type, resource_id, resource_version, data, previous, created_at, place)`;

const CHANGED_FIELDS = `
  select distinct field from events, json_object_keys(previous) as field
  where resource_id = $1 and resource_version > $2 order by field`;

const erased = (column: string): string => `(
  select coalesce(json_object_agg(key, case when key = any($2::text[]) then 'null'::json else value end), '{}'::json)
  from json_each(${column}))`;

const ERASE = `update events set data = ${erased('data')}, previous = ${erased('previous')} where resource_id = any($1::text[])`;

export class PostgresEventLog implements EventLog {
  readonly appended: string[] = [];
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(...events: readonly DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const values = [
      events.map(() => this.#ids.next('evt')),
      events.map(({ type }) => type),
      events.map(({ resourceId }) => resourceId),
      events.map(({ resourceVersion }) => resourceVersion),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ previous }) => JSON.stringify(previous)),
      events.map(({ occurredAt }) => occurredAt),
    ];
    this.#session.send({ text: INSERT, values });
    this.appended.push(...events.map(({ type }) => type));
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    const rows = await this.#session.query<{ field: string }>({
      text: CHANGED_FIELDS,
      values: [resourceId, sinceVersion],
    });
    return rows.map(({ field }) => field);
  }

  async erase(resourceIds: readonly Id[], fields: readonly string[]): Promise<void> {
    this.#session.send({ text: ERASE, values: [resourceIds, fields] });
  }
}
