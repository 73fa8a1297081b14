-- Blocked deliveries first: if it stops at the limit, none waits for one that has failed.
create or replace function fail_pending_deliveries(the_endpoint text, max_rows integer, at timestamptz)
returns integer language plpgsql as $$
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
end $$;
