-- As count_added_products, for a change.
create or replace function count_changed_product() returns trigger language plpgsql as $$
begin
  insert into category_count_changes (category_id, products, active_products)
  select category_id, sum(products), sum(active) from (values
    (old.category_id, old.parent_id, -1, case old.status when 'active' then -1 else 0 end),
    (new.category_id, new.parent_id, 1, case new.status when 'active' then 1 else 0 end)
  ) as change (category_id, parent_id, products, active)
  where category_id is not null and parent_id is null
  group by category_id having sum(products) <> 0 or sum(active) <> 0;
  if (old.category_id is distinct from new.category_id or old.category_name is distinct from new.category_name)
    and exists (
      select from categories c where c.id = new.category_id and (c.removed or new.category_name <> c.name)
    ) then raise exception 'The category was renamed or removed.' using errcode = 'RN003'; end if;
  return null;
end $$;
