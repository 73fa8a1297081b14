import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the products of each category. Whatever writes a product adds the change to a table in which writers do not
 * wait for each other; a worker adds up the changes.
 */
export class CategoryCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table category_counts (
        category_id text collate "C" primary key,
        products integer not null,
        active_products integer not null
      )`);
    this.addSql(`
      create table category_count_changes (
        category_id text collate "C" not null,
        id bigint not null generated always as identity,
        products integer not null,
        active_products integer not null,
        primary key (category_id, id)
      )`);
    this.addSql(`
      insert into category_counts (category_id, products, active_products)
      select category_id, count(*), count(*) filter (where status = 'active') from products
      where category_id is not null group by category_id`);
    this.addFunctions();
    this.addTriggers();
  }

  /**
   * A product is stored with its category's current label. The check sees every rename that is committed; a later one
   * finds this transaction in progress.
   */
  private addFunctions(): void {
    const stale = `raise exception 'The category was renamed or removed.' using errcode = 'RN003'`;
    this.addSql(`
      create function count_added_products() returns trigger language plpgsql as $$
      begin
        insert into category_count_changes (category_id, products, active_products)
        select category_id, count(*), count(*) filter (where status = 'active') from added
        where category_id is not null group by category_id;
        if found and exists (
          select from added join categories c on c.id = added.category_id
          where c.removed or added.category_name <> c.name
        ) then ${stale}; end if;
        return null;
      end $$`);
    this.addSql(`
      create function count_removed_products() returns trigger language plpgsql as $$
      begin
        insert into category_count_changes (category_id, products, active_products)
        select category_id, -count(*), -count(*) filter (where status = 'active') from removed
        where category_id is not null group by category_id;
        return null;
      end $$`);
    this.addSql(`
      create function count_changed_product() returns trigger language plpgsql as $$
      begin
        insert into category_count_changes (category_id, products, active_products)
        select category_id, sum(products), sum(active) from (values
          (old.category_id, -1, case old.status when 'active' then -1 else 0 end),
          (new.category_id, 1, case new.status when 'active' then 1 else 0 end)
        ) as change (category_id, products, active)
        where category_id is not null group by category_id having sum(products) <> 0 or sum(active) <> 0;
        if (old.category_id is distinct from new.category_id or old.category_name is distinct from new.category_name)
          and exists (
            select from categories c where c.id = new.category_id and (c.removed or new.category_name <> c.name)
          ) then ${stale}; end if;
        return null;
      end $$`);
  }

  private addTriggers(): void {
    this.addSql(`
      create trigger products_added after insert on products referencing new table as added
      for each statement execute function count_added_products()`);
    this.addSql(`
      create trigger products_removed after delete on products referencing old table as removed
      for each statement execute function count_removed_products()`);
    this.addSql(`
      create trigger products_changed after update of category_id, category_name, status on products for each row
      when (old.category_id is distinct from new.category_id or old.status is distinct from new.status
        or old.category_name is distinct from new.category_name)
      execute function count_changed_product()`);
  }
}
