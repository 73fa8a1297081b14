-- Found by the deliveries' own resources, since the event may be removed already.
create or replace function erase_responses(resources text[]) returns void language plpgsql as $$
begin
  perform from webhook_queues where endpoint_id = any(array(
    select endpoint_id from webhook_deliveries where resource_id = any(resources)
  )) order by endpoint_id for update;
  update webhook_deliveries set attempts = array(
    select without_response(attempt)
    from unnest(attempts) with ordinality as stored (attempt, number) order by number
  )
  where resource_id = any(resources) and cardinality(attempts) > 0;
end $$;
