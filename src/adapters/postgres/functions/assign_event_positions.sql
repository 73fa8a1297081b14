-- A position is assigned under the lock of the feed's row, so that positions become visible in their order. An array
-- and no hash or merge joins, because the planner might otherwise read all events.
create or replace function assign_event_positions()
returns integer language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  base bigint;
  next_ids text[];
  assigned integer;
begin
  if not exists (select from events where position is null) then
    return 0;
  end if;
  select last_position into base from event_feed for update;
  next_ids = array(select id from events where position is null order by inserted limit 500);
  update events set position = base + next.number
  from unnest(next_ids) with ordinality as next (id, number) where events.id = next.id;
  get diagnostics assigned = row_count;
  if assigned > 0 then
    update event_feed set last_position = base + assigned;
    perform pg_notify('events', '');
  end if;
  return assigned;
end $$;
