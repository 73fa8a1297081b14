import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/shared/actor.ts';
import {
  type DomainEvent,
  type ErasedFields,
  type EventActor,
  type EventLog,
  eventActorOf,
} from '#core/shared/domain-event.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { TraceParent } from '#core/shared/tracing.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import type { EventRow } from '../tables/events.ts';

type NewEvent = Pick<
  EventRow,
  | 'id'
  | 'type'
  | 'resource_id'
  | 'resource_version'
  | 'data'
  | 'previous'
  | 'actor_type'
  | 'actor_id'
  | 'created_at'
  | 'trace_parent'
>;

const GIVEN_COLUMNS = [
  'id',
  'type',
  'resource_id',
  'resource_version',
  'data',
  'previous',
  'actor_type',
  'actor_id',
  'created_at',
  'trace_parent',
] as const satisfies readonly (keyof NewEvent)[];

const COLUMNS = [...GIVEN_COLUMNS, 'sequence'] as const;

// writers of one resource wait for each other's locks on it, so that no two events get the same sequence
const INSERT = prepare<NewEvent>()(($) =>
  db
    .insertInto('events')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom('events')
        .select([
          sql<Id<'evt'>>`${$('id')}`.as('id'),
          sql<string>`${$('type')}`.as('type'),
          sql<Id>`${$('resource_id')}`.as('resource_id'),
          sql<number>`${$('resource_version')}::integer`.as('resource_version'),
          sql<object>`${$.json('data')}::json`.as('data'),
          sql<object>`${$.json('previous')}::json`.as('previous'),
          sql<NewEvent['actor_type']>`${$('actor_type')}`.as('actor_type'),
          sql<string | null>`${$('actor_id')}`.as('actor_id'),
          sql<Date>`${$('created_at')}::timestamptz`.as('created_at'),
          sql<TraceParent | null>`${$('trace_parent')}`.as('trace_parent'),
          sql<number>`coalesce(max(sequence), 0) + 1`.as('sequence'),
        ])
        .where('resource_id', '=', $('resource_id')),
    ),
);

/** Without the look-up of earlier events. */
const INSERT_FIRST = prepare<NewEvent>()(($) =>
  db.insertInto('events').values({
    id: $('id'),
    type: $('type'),
    resource_id: $('resource_id'),
    resource_version: $('resource_version'),
    data: $.json('data'),
    previous: $.json('previous'),
    actor_type: $('actor_type'),
    actor_id: $('actor_id'),
    created_at: $('created_at'),
    trace_parent: $('trace_parent'),
    sequence: 1,
  }),
);

/** `sequence` counts the appended events of a resource: 1 for the first. */
const INSERT_SEVERAL = prepare<{ rows: readonly (NewEvent & Pick<EventRow, 'sequence'>)[] }>()(($) =>
  db
    .insertInto('events')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom(recordset('events', $.json('rows')).as('event'))
        .select(GIVEN_COLUMNS)
        .select(({ selectFrom }) =>
          sql<number>`event.sequence + coalesce(${selectFrom('events')
            .select(({ fn }) => fn.max('sequence').as('sequence'))
            .whereRef('events.resource_id', '=', 'event.resource_id')}, 0)`.as('sequence'),
        ),
    ),
);

const CHANGED_FIELDS = prepare<Readonly<{ resourceId: Id; version: number }>>()(($) =>
  db
    .selectFrom(['events', sql<{ field: string }>`json_object_keys(previous)`.as<'field'>(sql`field (field)`)])
    .select('field.field')
    .distinct()
    .where('resource_id', '=', $('resourceId'))
    .where('resource_version', '>', $('version'))
    .orderBy('field.field'),
);

const withErased = (column: 'data' | 'previous', blank: ErasedFields): RawBuilder<object> => sql`(
  select coalesce(json_object_agg(key, coalesce(${blank}::json -> key, value)), '{}'::json)
  from json_each(${sql.ref(column)}))`;

const ERASE = prepare<Readonly<{ resourceIds: readonly Id[]; blank: ErasedFields }>>()(($) =>
  db
    .updateTable('events')
    .set({
      erased: true,
      data: withErased('data', $.json('blank')),
      previous: withErased('previous', $.json('blank')),
    })
    .where('resource_id', '=', sql<Id>`any(${$('resourceIds')}::text[])`),
);

const ERASE_ACTOR = prepare<{ userId: Id<'usr'> }>()(($) =>
  db.updateTable('events').set({ actor_id: null }).where('actor_type', '=', 'user').where('actor_id', '=', $('userId')),
);

type CausedEvent = DomainEvent & Readonly<{ actor: EventActor; traceParent: TraceParent | null }>;

/** The events of a large transaction are inserted while it runs. */
const MAX_PENDING = 200;

export class PostgresEventLog implements EventLog {
  readonly appendedTypes: string[] = [];
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;
  #pending: CausedEvent[] = [];

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async append(by: Actor, ...events: readonly DomainEvent[]): Promise<void> {
    const actor = eventActorOf(by);
    this.appendedTypes.push(...events.map(({ type }) => type));
    const traceParent = this.#session.tracing?.traceParent() ?? null;
    this.#pending.push(...events.map((event) => ({ ...event, actor, traceParent })));
    if (this.#pending.length >= MAX_PENDING) this.flush();
  }

  /** Inserts the appended events in one statement: at the end of the transaction, before events are read, and if many wait. */
  flush(): void {
    const events = this.#pending;
    this.#pending = [];
    const [first, ...others] = events;
    if (first === undefined) return;
    if (others.length === 0) this.#insert(first);
    else this.#insertSeveral(events);
  }

  // a statement of its own, because most transactions have one event, and parsing it from JSON costs as much as inserting
  #insert(event: CausedEvent): void {
    this.#session.send((event.isFirst ? INSERT_FIRST : INSERT)(this.#toRow(event)));
  }

  #insertSeveral(events: readonly CausedEvent[]): void {
    const counts = new Map<Id, number>();
    const rows = events.map((event) => {
      const sequence = (counts.get(event.resourceId) ?? 0) + 1;
      counts.set(event.resourceId, sequence);
      return { ...this.#toRow(event), sequence };
    });
    this.#session.send(INSERT_SEVERAL({ rows }));
  }

  #toRow(event: CausedEvent): NewEvent {
    const { type, resourceId, resourceVersion, data, previous, occurredAt, actor, traceParent } = event;
    return {
      id: this.#ids.next('evt'),
      type,
      resource_id: resourceId,
      resource_version: resourceVersion,
      data,
      previous,
      actor_type: actor.type,
      actor_id: actor.id,
      created_at: occurredAt,
      trace_parent: traceParent,
    };
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    this.flush();
    const rows = await this.#session.query(CHANGED_FIELDS({ resourceId, version: sinceVersion }));
    return rows.map(({ field }) => field);
  }

  async eraseActor(userId: Id<'usr'>): Promise<void> {
    this.flush();
    this.#session.send(ERASE_ACTOR({ userId }));
  }

  async erase(resourceIds: readonly Id[], blank: ErasedFields): Promise<void> {
    this.flush();
    this.#session.send(ERASE({ resourceIds, blank }));
  }
}
