import type { DomainEvent, ErasedFields, EventLog } from '#core/shared/domain-event.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';

// writers of one resource wait for each other at the resource itself, so that two never take one sequence
const INSERT = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
  select $1, $2, $3, coalesce(max(sequence), 0) + 1, $4, $5, $6, $7 from events where resource_id = $3`;

/** Those of one resource are told apart by `place`, 1 for its first. */
const INSERT_SEVERAL = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
  select id, type, resource_id, place + coalesce(
      (select max(sequence) from events where resource_id = event.resource_id), 0
    ), resource_version, data, previous, created_at
  from json_to_recordset($1) as event (id text, type text, resource_id text, place integer, resource_version integer,
    data json, previous json, created_at timestamptz)`;

const CHANGED_FIELDS = `
  select distinct field from events, json_object_keys(previous) as field
  where resource_id = $1 and resource_version > $2 order by field`;

const erased = (column: string): string => `(
  select coalesce(json_object_agg(key, coalesce($2::json -> key, value)), '{}'::json)
  from json_each(${column}))`;

const ERASE = `
  update events set erased = true, data = ${erased('data')}, previous = ${erased('previous')}
  where resource_id = any($1::text[])`;

export class PostgresEventLog implements EventLog {
  readonly appended: string[] = [];
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;
  #waiting: DomainEvent[] = [];

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(...events: readonly DomainEvent[]): Promise<void> {
    this.appended.push(...events.map(({ type }) => type));
    this.#waiting.push(...events);
  }

  /** Sends what was appended, as one statement: due at the end of the transaction, and before events are read. */
  flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    const [first, ...others] = events;
    if (first === undefined) return;
    if (others.length === 0) this.#insert(first);
    else this.#insertSeveral(events);
  }

  // not as one of several: most works have one event, and to take it out of JSON costs what its insertion does
  #insert({ type, resourceId, resourceVersion, data, previous, occurredAt }: DomainEvent): void {
    const json = [JSON.stringify(data), JSON.stringify(previous)];
    const values = [this.#ids.next('evt'), type, resourceId, resourceVersion, ...json, occurredAt];
    this.#session.send({ text: INSERT, values });
  }

  #insertSeveral(events: readonly DomainEvent[]): void {
    const places = new Map<Id, number>();
    const rows = events.map(({ type, resourceId, resourceVersion, data, previous, occurredAt }) => {
      const place = (places.get(resourceId) ?? 0) + 1;
      places.set(resourceId, place);
      const id = this.#ids.next('evt');
      return {
        id,
        type,
        resource_id: resourceId,
        place,
        resource_version: resourceVersion,
        data,
        previous,
        created_at: occurredAt,
      };
    });
    this.#session.send({ text: INSERT_SEVERAL, values: [JSON.stringify(rows)] });
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    this.flush();
    const rows = await this.#session.query<{ field: string }>({
      text: CHANGED_FIELDS,
      values: [resourceId, sinceVersion],
    });
    return rows.map(({ field }) => field);
  }

  async erase(resourceIds: readonly Id[], blank: ErasedFields): Promise<void> {
    this.flush();
    this.#session.send({ text: ERASE, values: [resourceIds, JSON.stringify(blank)] });
  }
}
