-- Adds deliveries under the lock of their endpoints' queues. Scalar subqueries, so that an index is read for each
-- delivery: a join may be planned to read whole tables. Planned anew at each call, because a plan from when there were
-- few deliveries would read all of an endpoint's for each.
create or replace function add_deliveries(
  ids text[], endpoints text[], events text[], types text[], resources text[], in_order boolean[], times timestamptz[]
) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  added bigint;
begin
  perform from webhook_queues where endpoint_id = any(endpoints) order by endpoint_id for update;
  with existing as materialized (
    select endpoint_id, last_sequence from webhook_queues queue
    where endpoint_id = any(endpoints)
      and (select true from webhook_endpoints where id = queue.endpoint_id)
  ), requested as (
    select distinct on (event_id, endpoint_id) *
    from unnest(ids, endpoints, events, types, resources, in_order, times) with ordinality
      as requested (id, endpoint_id, event_id, event_type, resource_id, ordered, at, number)
    order by event_id, endpoint_id, number
  ), numbered as materialized (
    select requested.*, last_sequence + row_number() over (partition by endpoint_id order by number) as sequence
    from requested join existing using (endpoint_id)
    where (select true from webhook_deliveries delivery
        where delivery.event_id = requested.event_id and delivery.endpoint_id = requested.endpoint_id) is null
  ), scheduled as materialized (
    select *, case
      when not ordered then at
      when row_number() over (partition by endpoint_id, resource_id, ordered order by number) > 1 then 'infinity'
      when (select true from webhook_deliveries earlier
        where earlier.endpoint_id = numbered.endpoint_id and earlier.resource_id = numbered.resource_id
          and earlier.status = 'pending' and earlier.ordered limit 1) then 'infinity'
      else at end as next_attempt_at
    from numbered
  ), updated as (
    update webhook_queues queue set wake_ups = wake_ups + 1, last_sequence = total.last,
      next_due = least(queue.next_due, total.due)
    from (
      select endpoint_id, max(sequence) as last, nullif(min(next_attempt_at), 'infinity') as due
      from scheduled group by endpoint_id
    ) total
    where queue.endpoint_id = total.endpoint_id
  )
  insert into webhook_deliveries (id, endpoint_id, event_id, event_type, resource_id, sequence, status, ordered,
    next_attempt_at, created_at, updated_at)
  select id, endpoint_id, event_id, event_type, resource_id, sequence, 'pending', ordered, next_attempt_at, at, at
  from scheduled order by number;
  get diagnostics added = row_count;
  if added > 0 then
    perform pg_notify('deliveries', '');
  end if;
end $$;
