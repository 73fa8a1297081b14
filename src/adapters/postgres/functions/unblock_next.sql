-- Unblocks the first pending ordered delivery of each resource.
create or replace function unblock_next(the_endpoint text, resources text[], at timestamptz)
returns boolean language plpgsql as $$
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
end $$;
