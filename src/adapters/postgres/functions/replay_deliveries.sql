-- Adds or repeats deliveries of an endpoint. Sent deliveries get new numbers too, so that earlier events precede later
-- ones. Resources are unblocked at the end, because a delivery may have waited for one that now follows it, or that is
-- no longer ordered.
create or replace function replay_deliveries(
  the_endpoint text, ids text[], events text[], types text[], resources text[], at timestamptz
) returns void language plpgsql as $$
declare
  base bigint;
  in_order boolean;
  replayed integer;
begin
  select last_sequence into base from webhook_queues where endpoint_id = the_endpoint for update;
  select ordering = 'resource' into in_order from webhook_endpoints where id = the_endpoint;
  if base is null or in_order is null then
    return;
  end if;
  insert into webhook_deliveries (id, endpoint_id, event_id, event_type, resource_id, sequence, status,
    ordered, next_attempt_at, created_at, updated_at)
  select id, the_endpoint, event_id, event_type, resource_id, base + number, 'pending', in_order,
    case when in_order then 'infinity' else at end, at, at
  from unnest(ids, events, types, resources) with ordinality
    as requested (id, event_id, event_type, resource_id, number)
  order by number
  on conflict (event_id, endpoint_id) do update set sequence = excluded.sequence, status = 'pending',
    ordered = excluded.ordered, attempt_count = 0, next_attempt_at = excluded.next_attempt_at, updated_at = at;
  get diagnostics replayed = row_count;
  if replayed > 0 then
    perform unblock_next(the_endpoint, resources, at);
    update webhook_queues set wake_ups = wake_ups + 1, last_sequence = base + replayed,
      next_due = least(next_due, at)
    where endpoint_id = the_endpoint;
    perform pg_notify('deliveries', '');
  end if;
end $$;
