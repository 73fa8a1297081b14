-- Repeats deliveries of an endpoint.
create or replace function requeue_deliveries(the_endpoint text, ids text[], at timestamptz)
returns integer language plpgsql as $$
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
end $$;
