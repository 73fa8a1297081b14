-- Records attempts of deliveries and what follows from them. The core has decided what each result changes, by the
-- state that the delivery turns out to have.
--
-- What holds for all functions that change deliveries: each locks the row of the endpoint's queue in a statement of its
-- own, so that its next statements see what was committed before, since a statement that waits for a lock continues
-- with its old snapshot. Whenever the row is unlocked, the first pending ordered delivery of a resource is not blocked,
-- and a queue is due no later than its first delivery. A blocked delivery is due at infinity. Commits are asynchronous:
-- after a crash of the database the last moments are repeated, and a message may be sent twice.
create or replace function record_attempts(
  the_endpoint text, ids text[], made json[], due_statuses text[], due_times timestamptz[], blocked_statuses text[],
  ended_statuses text[], failing json, max_attempts integer, at timestamptz
) returns timestamptz language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  queue webhook_queues;
  ended text[];
  due timestamptz;
  change record;
  since timestamptz;
  last_failed timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
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
end $$;
