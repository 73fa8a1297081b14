import { Migration } from '@mikro-orm/migrations';

/** After a crash of the database the last moments are repeated: a message may be sent twice. */
const NOT_FLUSHED = `perform set_config('synchronous_commit', 'off', true);`;

/**
 * Changes of deliveries in one round trip. Each function locks the row of the endpoint's queue in a statement of its own,
 * so that its next statements see what was committed before: a statement that waits for a lock continues with its old
 * snapshot.
 *
 * Two things hold whenever the row is unlocked: the first pending ordered delivery of a resource is not blocked, and a
 * queue is due no later than its first delivery. A blocked delivery is due at infinity.
 */
export class DeliveryFunctions extends Migration {
  override up(): void {
    this.#unblockNext();
    this.#record();
    this.#release();
    this.#fail();
    this.#requeue();
    this.#remove();
    this.#erase();
  }

  #unblockNext(): void {
    this.addSql(`
      create function unblock_next(the_endpoint text, resources text[], at timestamptz) returns boolean
      language plpgsql as $$
      begin
        update webhook_deliveries set next_attempt_at = at, updated_at = at where id = any(array(
          select first.id from (select distinct unnest(resources)) as one (resource_id), lateral (
            select id, next_attempt_at from webhook_deliveries
            where endpoint_id = the_endpoint and resource_id = one.resource_id and status = 'pending' and ordered
            order by sequence limit 1
          ) first
          where first.next_attempt_at = 'infinity'
        ));
        return found;
      end $$`);
  }

  // the core has decided what each result changes, by the state that the delivery turns out to have
  #record(): void {
    this.addSql(`
      create function record_attempts(the_endpoint text, ids text[], made json[], due_statuses text[],
        due_times timestamptz[], blocked_statuses text[], ended_statuses text[], failing json, max_attempts integer,
        at timestamptz) returns timestamptz language plpgsql
      set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        queue webhook_queues;
        ended text[];
        due timestamptz;
        change record;
        since timestamptz;
        last_failed timestamptz;
      begin
        ${NOT_FLUSHED}
        select * into queue from webhook_queues where endpoint_id = the_endpoint for update;
        if not found then
          return null;
        end if;
        with changed as (
          update webhook_deliveries delivery set
            -- the response may repeat data of an event that was erased since it was sent
            attempts = (array_append(delivery.attempts, case
              when (select erased from events where id = delivery.event_id) then without_response(result.attempt)
              else result.attempt end))[greatest(cardinality(delivery.attempts) + 2 - max_attempts, 1):],
            attempt_count = delivery.attempt_count + 1,
            status = coalesce(case
              when delivery.status <> 'pending' then result.ended_status
              when delivery.next_attempt_at = 'infinity' then result.blocked_status
              else result.due_status end, delivery.status),
            next_attempt_at = case
              when delivery.status <> 'pending' then null
              when delivery.next_attempt_at <> 'infinity' then result.due_time
              when result.blocked_status is null then delivery.next_attempt_at end,
            updated_at = at
          from unnest(ids, made, due_statuses, due_times, blocked_statuses, ended_statuses)
            as result (id, attempt, due_status, due_time, blocked_status, ended_status)
          -- "is true" hides the condition from the planner, which is to use the index of the ids
          where delivery.id = result.id and (delivery.endpoint_id = the_endpoint) is true
          returning delivery.status, delivery.ordered, delivery.resource_id, delivery.next_attempt_at
        )
        select array_agg(distinct resource_id) filter (where ordered and status <> 'pending'),
          min(next_attempt_at) filter (where status = 'pending')
        into ended, due from changed;
        if ended is not null and unblock_next(the_endpoint, ended, at) then
          due = least(due, at);
        end if;
        select * into change from json_to_record(failing) as change (last_success timestamptz,
          first_failure timestamptz, kept_if_failed_since timestamptz, last_failure timestamptz);
        since = queue.failing_since;
        if change.kept_if_failed_since > queue.last_failed_at or change.last_success >= since then
          since = null;
        end if;
        if change.last_success is null then
          since = coalesce(since, change.first_failure);
        else
          since = least(since, change.first_failure);
        end if;
        last_failed = greatest(queue.last_failed_at, change.last_failure);
        due = least(queue.next_due, nullif(due, 'infinity'));
        if (due, since, last_failed) is distinct from (queue.next_due, queue.failing_since, queue.last_failed_at) then
          update webhook_queues set next_due = due, failing_since = since, last_failed_at = last_failed
          where endpoint_id = the_endpoint;
        end if;
        return since;
      end $$`);
  }

  #release(): void {
    this.addSql(`
      create function release_endpoint(the_endpoint text, known_wake_ups bigint, the_owner text) returns void
      language plpgsql as $$
      declare
        queue webhook_queues;
        due timestamptz;
      begin
        ${NOT_FLUSHED}
        select * into queue from webhook_queues where endpoint_id = the_endpoint and lease_owner = the_owner for update;
        if not found then
          return;
        end if;
        select nullif(next_attempt_at, 'infinity') into due from webhook_deliveries
        where endpoint_id = the_endpoint and status = 'pending' order by next_attempt_at limit 1;
        if queue.wake_ups <> known_wake_ups then
          due = least(queue.next_due, due);
          perform pg_notify('deliveries', '');
        end if;
        update webhook_queues set lease_owner = null, leased_until = null, next_due = due
        where endpoint_id = the_endpoint;
      end $$`);
  }

  // blocked deliveries first: if it stops at the limit, none waits for one that has failed
  #fail(): void {
    this.addSql(`
      create function fail_pending_deliveries(the_endpoint text, max_rows integer, at timestamptz) returns integer
      language plpgsql as $$
      declare
        failed integer;
      begin
        perform from webhook_queues where endpoint_id = the_endpoint for update;
        if exists (select from webhook_endpoints where id = the_endpoint and enabled) then
          return 0;
        end if;
        update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = at
        where id = any(array(
          select id from webhook_deliveries where endpoint_id = the_endpoint and status = 'pending'
          order by next_attempt_at desc, sequence desc limit max_rows
        ));
        get diagnostics failed = row_count;
        return failed;
      end $$`);
  }

  #requeue(): void {
    this.addSql(`
      create function requeue_deliveries(the_endpoint text, ids text[], at timestamptz) returns integer
      language plpgsql as $$
      declare
        ordering text;
        requeued integer;
      begin
        perform from webhook_queues where endpoint_id = the_endpoint for update;
        select endpoint.ordering into ordering from webhook_endpoints endpoint where id = the_endpoint;
        if not found then
          return 0;
        end if;
        update webhook_deliveries set status = 'pending', attempt_count = 0, updated_at = at,
          next_attempt_at = case when ordered and ordering = 'resource' then 'infinity' else at end
        where id = any(ids) and endpoint_id = the_endpoint;
        get diagnostics requeued = row_count;
        if requeued > 0 then
          perform unblock_next(the_endpoint, array(
            select resource_id from webhook_deliveries where id = any(ids) and next_attempt_at = 'infinity'), at);
          update webhook_queues set wake_ups = wake_ups + 1, next_due = least(next_due, at)
          where endpoint_id = the_endpoint;
          perform pg_notify('deliveries', '');
        end if;
        return requeued;
      end $$`);
  }

  // locked rows are left for the next call: their transactions may wait for rows locked here
  #remove(): void {
    this.addSql(`
      create function remove_deliveries(before timestamptz, max_rows integer) returns integer language plpgsql as $$
      declare
        removed integer;
        more integer;
        deleted_endpoint text;
      begin
        delete from webhook_deliveries where id = any(array(
          select id from webhook_deliveries where status <> 'pending' and created_at < before
          order by created_at limit max_rows for update skip locked
        ));
        get diagnostics removed = row_count;
        for deleted_endpoint in
          select endpoint_id from webhook_queues queue
          where not exists (select from webhook_endpoints where id = queue.endpoint_id)
          for update of queue skip locked
        loop
          exit when removed >= max_rows;
          delete from webhook_deliveries where id = any(array(
            select id from webhook_deliveries where endpoint_id = deleted_endpoint limit max_rows - removed));
          get diagnostics more = row_count;
          removed = removed + more;
          if removed < max_rows then
            delete from webhook_queues where endpoint_id = deleted_endpoint;
          end if;
        end loop;
        return removed;
      end $$`);
  }

  // found by the deliveries' own resources, since the event may be removed already
  #erase(): void {
    this.addSql(`
      create function erase_responses(resources text[]) returns void language plpgsql as $$
      begin
        perform from webhook_queues where endpoint_id = any(array(
          select endpoint_id from webhook_deliveries where resource_id = any(resources)
        )) order by endpoint_id for update;
        update webhook_deliveries set attempts = array(
          select without_response(attempt)
          from unnest(attempts) with ordinality as stored (attempt, number) order by number
        )
        where resource_id = any(resources) and cardinality(attempts) > 0;
      end $$`);
  }
}
