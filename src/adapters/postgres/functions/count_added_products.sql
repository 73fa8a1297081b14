-- A product is stored with its category's current label. The check sees every rename that is committed; a later one
-- finds this transaction in progress. Variants do not count.
create or replace function count_added_products() returns trigger language plpgsql as $$
begin
  insert into category_count_changes (category_id, products, active_products)
  select category_id, count(*), count(*) filter (where status = 'active') from added
  where category_id is not null and parent_id is null group by category_id;
  if exists (
    select from added join categories c on c.id = added.category_id
    where c.removed or added.category_name <> c.name
  ) then raise exception 'The category was renamed or removed.' using errcode = 'RN003'; end if;
  return null;
end $$;
