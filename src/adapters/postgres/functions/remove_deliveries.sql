-- Locked rows are left for the next call: their transactions may wait for rows locked here.
create or replace function remove_deliveries(before timestamptz, max_rows integer)
returns integer language plpgsql as $$
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
end $$;
