-- Ends a lease of an endpoint, and wakes up workers if deliveries were added since it began.
create or replace function release_endpoint(the_endpoint text, known_wake_ups bigint, the_owner text)
returns void language plpgsql as $$
declare
  queue webhook_queues;
  due timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
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
end $$;
