import { Migration } from '@mikro-orm/migrations';

const REPLACED_FUNCTIONS = [
  'place_events()',
  'add_deliveries(text[], text[], text[], text[], text[], boolean[], timestamptz[])',
  'let_next_go(text, text[], timestamptz)',
  'without_answer(json)',
  'record_attempts(text, text[], text[], timestamptz[], timestamptz[], json[], integer, timestamptz)',
  'release_endpoint(text, bigint, text)',
  'give_up_deliveries(text, integer, timestamptz)',
  'remove_deliveries(timestamptz, integer)',
  'erase_answers(text[])',
  'requeue_deliveries(text, text[], timestamptz)',
  'replay_deliveries(text, text[], text[], text[], text[], timestamptz)',
];

/** Renames tables, columns and functions to the terms of the glossary. Attempts store their own fields, not views. */
export class EventAndWebhookTerms extends Migration {
  override up(): void {
    this.#attempts();
    for (const name of REPLACED_FUNCTIONS) this.addSql(`drop function ${name}`);
    this.#leases();
    this.#positions();
  }

  #leases(): void {
    this.addSql('alter table publications rename to publisher_offsets');
    this.addSql('alter index publications_pkey rename to publisher_offsets_pkey');
    for (const table of ['publisher_offsets', 'webhook_queues']) {
      this.addSql(`alter table ${table} rename column owner to lease_owner`);
      this.addSql(`alter table ${table} rename column owned_until to leased_until`);
    }
    this.addSql('alter table webhook_queues rename column nudges to wake_ups');
  }

  // a body is copied as JSON text, because it may contain an escaped zero character, which no operator of JSON reads
  #attempts(): void {
    this.addSql('alter table webhook_deliveries rename column tries to attempt_count');
    this.addSql(`
      update webhook_deliveries set attempts = array(
        select json_build_object('at', attempt->'at', 'duration_ms', attempt->'duration_ms',
          'is_received', (attempt->'status')::text = '"succeeded"', 'status', attempt->'response_code',
          'error', attempt->'error', 'body',
          nullif(substring(whole::text from '"response_body":("(?:[^"\\\\]|\\\\.)*"|null)'), 'null'))
        from unnest(attempts) with ordinality as stored (whole, number), without_answer(whole) attempt order by number
      )
      where cardinality(attempts) > 0`);
    this.addSql(`
      create function without_response(attempt json) returns json language sql immutable as $$
        select json_build_object('at', attempt->'at', 'duration_ms', attempt->'duration_ms',
          'is_received', attempt->'is_received', 'status', attempt->'status', 'error', attempt->'error', 'body', null)
      $$`);
  }

  // a position is assigned under the lock of the feed's row, so that positions become visible in their order; an array
  // and no hash or merge joins, because the planner might otherwise read all events
  #positions(): void {
    this.addSql('alter index events_unplaced rename to events_without_position');
    this.addSql(`
      create function assign_event_positions() returns integer language plpgsql
      set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        base bigint;
        next_ids text[];
        assigned integer;
      begin
        if not exists (select from events where position is null) then
          return 0;
        end if;
        select last_position into base from event_feed for update;
        next_ids = array(select id from events where position is null order by inserted limit 500);
        update events set position = base + next.number
        from unnest(next_ids) with ordinality as next (id, number) where events.id = next.id;
        get diagnostics assigned = row_count;
        if assigned > 0 then
          update event_feed set last_position = base + assigned;
          perform pg_notify('events', '');
        end if;
        return assigned;
      end $$`);
  }
}
