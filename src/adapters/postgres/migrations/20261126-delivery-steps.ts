import { Migration } from '@mikro-orm/migrations';

/** What a crash of the database would lose of its last moment is done again: what was sent may be sent twice. */
const NOT_FLUSHED = `perform set_config('synchronous_commit', 'off', true);`;

/**
 * What is done to deliveries in one round trip. Each step gets the row of the endpoint's queue first, and then sees all
 * that those before it have committed: a statement that waits for a row goes on with what it saw before.
 *
 * Two things hold whenever the row is free: of a resource's pending ordered deliveries, the first waits for none; and a
 * queue is due no later than its first delivery.
 */
export class DeliverySteps extends Migration {
  override up(): void {
    this.#add();
    this.#letNextGo();
    this.#withoutAnswer();
    this.#record();
    this.#release();
    this.#giveUp();
  }

  // scalar subqueries, for an index to be asked for each delivery: a join may be planned to read all that there are
  // planned anew each time: a plan from when there were few deliveries would go through all of an endpoint's for each
  #add(): void {
    this.addSql(`
      create function add_deliveries(ids text[], endpoints text[], events text[], types text[], resources text[],
        in_order boolean[], times timestamptz[]) returns void language plpgsql
      set plan_cache_mode = force_custom_plan as $$
      declare
        added bigint;
      begin
        perform from webhook_queues where endpoint_id = any(endpoints) order by endpoint_id for update;
        with there as materialized (
          select endpoint_id, last_sequence from webhook_queues queue
          where endpoint_id = any(endpoints)
            and (select true from webhook_endpoints where id = queue.endpoint_id)
        ), asked as (
          select distinct on (event_id, endpoint_id) *
          from unnest(ids, endpoints, events, types, resources, in_order, times) with ordinality
            as given (id, endpoint_id, event_id, event_type, resource_id, ordered, at, place)
          order by event_id, endpoint_id, place
        ), wanted as materialized (
          select asked.*, last_sequence + row_number() over (partition by endpoint_id order by place) as sequence
          from asked join there using (endpoint_id)
          where (select true from webhook_deliveries known
              where known.event_id = asked.event_id and known.endpoint_id = asked.endpoint_id) is null
        ), placed as materialized (
          select *, case
            when not ordered then at
            when row_number() over (partition by endpoint_id, resource_id, ordered order by place) > 1 then 'infinity'
            when (select true from webhook_deliveries earlier
              where earlier.endpoint_id = wanted.endpoint_id and earlier.resource_id = wanted.resource_id
                and earlier.status = 'pending' and earlier.ordered limit 1) then 'infinity'
            else at end as next_attempt_at
          from wanted
        ), counted as (
          update webhook_queues queue set nudges = nudges + 1, last_sequence = more.last,
            next_due = least(queue.next_due, more.due)
          from (
            select endpoint_id, max(sequence) as last, nullif(min(next_attempt_at), 'infinity') as due
            from placed group by endpoint_id
          ) more
          where queue.endpoint_id = more.endpoint_id
        )
        insert into webhook_deliveries (id, endpoint_id, event_id, event_type, resource_id, sequence, status, ordered,
          next_attempt_at, created_at, updated_at)
        select id, endpoint_id, event_id, event_type, resource_id, sequence, 'pending', ordered, next_attempt_at, at, at
        from placed order by place;
        get diagnostics added = row_count;
        if added > 0 then
          perform pg_notify('deliveries', '');
        end if;
      end $$`);
  }

  #letNextGo(): void {
    this.addSql(`
      create function let_next_go(of_endpoint text, resources text[], at timestamptz) returns boolean
      language plpgsql as $$
      begin
        update webhook_deliveries set next_attempt_at = at, updated_at = at where id = any(array(
          select first.id from (select distinct unnest(resources)) as one (resource_id), lateral (
            select id, next_attempt_at from webhook_deliveries
            where endpoint_id = of_endpoint and resource_id = one.resource_id and status = 'pending' and ordered
            order by sequence limit 1
          ) first
          where first.next_attempt_at = 'infinity'
        ));
        return found;
      end $$`);
  }

  // the texts of JSON are ours: a quotation mark in a body is escaped, so that none can seem to be this member
  #withoutAnswer(): void {
    this.addSql(`
      create function without_answer(attempt json) returns json language sql immutable as $$
        select regexp_replace(attempt::text, '"response_body":"([^"\\\\]|\\\\.)*"', '"response_body":null')::json
      $$`);
  }

  #record(): void {
    this.addSql(`
      create function record_attempts(of_endpoint text, ids text[], kinds text[], retries timestamptz[],
        tried timestamptz[], made json[], most integer, at timestamptz) returns timestamptz language plpgsql
      set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        queue webhook_queues;
        ended text[];
        due timestamptz;
        success timestamptz;
        failing timestamptz;
        first_failed timestamptz;
        last_failed timestamptz;
      begin
        ${NOT_FLUSHED}
        select * into queue from webhook_queues where endpoint_id = of_endpoint for update;
        if not found then
          return null;
        end if;
        with changed as (
          update webhook_deliveries known set
            -- it may repeat what was sent before the event was erased
            attempts = (array_append(known.attempts, case
              when (select erased from events where id = known.event_id) then without_answer(given.attempt)
              else given.attempt end))[greatest(cardinality(known.attempts) + 2 - most, 1):],
            tries = known.tries + 1,
            status = case
              when given.kind = 'succeeded' then 'succeeded'
              when known.status = 'pending' and given.kind = 'failed' then 'failed'
              else known.status end,
            -- one that was asked for again meanwhile may have to wait
            next_attempt_at = case
              when given.kind <> 'retry' or known.status <> 'pending' then null
              when known.next_attempt_at = 'infinity' then known.next_attempt_at
              else given.retry_at end,
            updated_at = at
          from unnest(ids, kinds, retries, made) as given (id, kind, retry_at, attempt)
          -- not for an index: that of the ids it is to be
          where known.id = given.id and (known.endpoint_id = of_endpoint) is true
          returning known.status, known.ordered, known.resource_id, known.next_attempt_at
        )
        select array_agg(distinct resource_id) filter (where ordered and status <> 'pending'),
          min(next_attempt_at) filter (where status = 'pending')
        into ended, due from changed;
        if ended is not null and let_next_go(of_endpoint, ended, at) then
          due = least(due, at);
        end if;
        select max(tried_at) into success from unnest(kinds, tried) as given (kind, tried_at) where kind = 'succeeded';
        select min(tried_at) into failing from unnest(kinds, tried) as given (kind, tried_at)
          where kind <> 'succeeded' and (success is null or tried_at > success);
        select min(tried_at), greatest(queue.last_failed_at, max(tried_at)) into first_failed, last_failed
        from unnest(kinds, tried) as given (kind, tried_at) where kind <> 'succeeded';
        -- longer than any pause of the schedule
        if first_failed > queue.last_failed_at + interval '48 hours' then
          queue.failing_since = null;
        end if;
        if success is null then
          failing = coalesce(queue.failing_since, failing);
        elsif queue.failing_since > success then
          failing = least(queue.failing_since, failing);
        end if;
        due = least(queue.next_due, nullif(due, 'infinity'));
        if (due, failing, last_failed) is distinct from (queue.next_due, queue.failing_since, queue.last_failed_at) then
          update webhook_queues set next_due = due, failing_since = failing, last_failed_at = last_failed
          where endpoint_id = of_endpoint;
        end if;
        return failing;
      end $$`);
  }

  #release(): void {
    this.addSql(`
      create function release_endpoint(of_endpoint text, served bigint, served_by text) returns void
      language plpgsql as $$
      declare
        queue webhook_queues;
        due timestamptz;
      begin
        ${NOT_FLUSHED}
        select * into queue from webhook_queues where endpoint_id = of_endpoint and owner = served_by for update;
        if not found then
          return;
        end if;
        select nullif(next_attempt_at, 'infinity') into due from webhook_deliveries
        where endpoint_id = of_endpoint and status = 'pending' order by next_attempt_at limit 1;
        if queue.nudges <> served then
          due = least(queue.next_due, due);
          perform pg_notify('deliveries', '');
        end if;
        update webhook_queues set owner = null, owned_until = null, next_due = due where endpoint_id = of_endpoint;
      end $$`);
  }

  // those that wait for others first: where it stops, none waits for one that was given up
  #giveUp(): void {
    this.addSql(`
      create function give_up_deliveries(of_endpoint text, most integer, at timestamptz) returns integer
      language plpgsql as $$
      declare
        given_up integer;
      begin
        perform from webhook_queues where endpoint_id = of_endpoint for update;
        if exists (select from webhook_endpoints where id = of_endpoint and enabled) then
          return 0;
        end if;
        update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = at
        where id = any(array(
          select id from webhook_deliveries where endpoint_id = of_endpoint and status = 'pending'
          order by next_attempt_at desc, sequence desc limit most
        ));
        get diagnostics given_up = row_count;
        return given_up;
      end $$`);
  }
}
