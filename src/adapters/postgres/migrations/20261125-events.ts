import { Migration } from '@mikro-orm/migrations';

const ID = 'text collate "C"';

/** The order that everybody is told of events in, and what is sent to webhooks. */
export class Events extends Migration {
  override up(): void {
    this.#feed();
    this.#endpoints();
    this.#deliveries();
  }

  #feed(): void {
    // events of one resource are inserted one after the other, whatever the clocks of the processes say
    this.addSql(
      'alter table events add column inserted bigint generated always as identity, add column position bigint, ' +
        'add column erased boolean not null default false',
    );
    this.addSql(`
      update events set position = placed.position from (
        select id, row_number() over (order by latest, sequence) as position from (
          select id, sequence, max(id) over (partition by resource_id order by sequence) as latest from events
        ) ordered
      ) placed where placed.id = events.id`);
    this.addSql('create index events_unplaced on events (inserted) where position is null');
    this.addSql('create unique index events_position on events (position)');
    this.addSql('create index events_type_position on events (type, position)');
    this.addSql('create index events_created on events (created_at, id)');
    this.addSql('create index events_type_created on events (type, created_at, id)');

    this.addSql(`
      create table event_feed (
        is_only boolean primary key default true check (is_only),
        last_position bigint not null,
        -- old events up to here were removed, or are the last of their resource
        cleaned_position bigint not null default 0
      )`);
    this.addSql('insert into event_feed (last_position) select coalesce(max(position), 0) from events');

    // an array and no other joins, or the planner might get ready to read all events. Whoever holds the row gives places; the next sees them all, so that places are never seen out of their order
    this.addSql(`
      create function place_events() returns integer language plpgsql
      set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        base bigint;
        due text[];
        placed integer;
      begin
        if not exists (select from events where position is null) then
          return 0;
        end if;
        select last_position into base from event_feed for update;
        due = array(select id from events where position is null order by inserted limit 500);
        update events set position = base + first.place
        from unnest(due) with ordinality as first (id, place) where events.id = first.id;
        get diagnostics placed = row_count;
        if placed > 0 then
          update event_feed set last_position = base + placed;
          perform pg_notify('events', '');
        end if;
        return placed;
      end $$`);

    this.addSql(`
      create table publications (
        publisher text collate "C" primary key,
        position bigint not null,
        owner text,
        owned_until timestamptz(3)
      )`);
    // there is no endpoint yet that the past could be for
    this.addSql(`insert into publications (publisher, position) select 'webhooks', last_position from event_feed`);
  }

  #endpoints(): void {
    this.addSql(`
      create table webhook_endpoints (
        id ${ID} primary key,
        version integer not null,
        url text not null,
        events json not null,
        ordering text not null check (ordering in ('none', 'resource')),
        description text,
        enabled boolean not null,
        disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
        enabled_at timestamptz(3) not null,
        secrets json not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        check (enabled = (disabled_reason is null))
      )`);
    this.addSql('create index webhook_endpoints_created on webhook_endpoints (created_at, id)');

    // outlives its endpoint until the last delivery is removed, so there is no reference
    this.addSql(`
      create table webhook_queues (
        endpoint_id ${ID} primary key,
        last_sequence bigint not null default 0,
        nudges bigint not null default 0,
        next_due timestamptz(3),
        owner text,
        owned_until timestamptz(3),
        failing_since timestamptz(3),
        last_failed_at timestamptz(3)
      )`);
    this.addSql('create index webhook_queues_due on webhook_queues (next_due) where next_due is not null');
  }

  #deliveries(): void {
    // an ordered delivery that waits for another is due at infinity
    this.addSql(`
      create table webhook_deliveries (
        id ${ID} primary key,
        endpoint_id ${ID} not null,
        event_id ${ID} not null,
        event_type text not null,
        resource_id ${ID} not null,
        sequence bigint not null,
        status text collate "C" not null check (status in ('pending', 'succeeded', 'failed')),
        ordered boolean not null,
        tries smallint not null default 0,
        next_attempt_at timestamptz(3) check ((next_attempt_at is not null) = (status = 'pending')),
        attempts json[] not null default '{}',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create unique index webhook_deliveries_event on webhook_deliveries (event_id, endpoint_id)');
    // for answers to be erased
    this.addSql('create index webhook_deliveries_resource on webhook_deliveries (resource_id)');
    this.addSql('create index webhook_deliveries_status on webhook_deliveries (endpoint_id, status, sequence)');
    this.addSql(`
      create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, sequence)
      where status = 'pending'`);
    this.addSql(`
      create index webhook_deliveries_ordered on webhook_deliveries (endpoint_id, resource_id, sequence)
      where status = 'pending' and ordered`);
    // not a summary of blocks: those that are filled again after a removal would seem old for ever
    this.addSql(`
      create index webhook_deliveries_ended on webhook_deliveries (created_at) where status <> 'pending'`);
  }
}
