-- As count_added_products, for removals.
create or replace function count_removed_products() returns trigger language plpgsql as $$
begin
  insert into category_count_changes (category_id, products, active_products)
  select category_id, -count(*), -count(*) filter (where status = 'active') from removed
  where category_id is not null and parent_id is null group by category_id;
  return null;
end $$;
