import { Migration } from '@mikro-orm/migrations';

const ID = 'text collate "C"';

/** A variant is a product that names its parent. Lists show products without variants, so their indexes leave them out. */
export class Variants extends Migration {
  override up(): void {
    this.addSql(`
      alter table products
        add column parent_id ${ID} references products (id),
        add column root_id ${ID} not null generated always as (coalesce(parent_id, id)) stored,
        add column parent_active boolean not null default true,
        add column options json not null default '{}',
        add column variant_count integer not null default 0 check (variant_count = 0 or parent_id is null),
        add column variants_available boolean not null default false,
        add column price_min numeric(16, 4),
        add column price_max numeric(16, 4),
        add column available boolean not null generated always as (status = 'active' and parent_active and
          case when variant_count = 0 then stock is null or stock > 0 else variants_available end) stored`);
    this.addSql('update products set price_min = price_major, price_max = price_major');
    this.addSql(`
      alter table products
        alter column price_min set not null,
        alter column price_max set not null,
        alter column parent_active drop default,
        alter column options drop default,
        alter column variant_count drop default,
        alter column variants_available drop default`);
    this.addSql('create index products_root on products (root_id, id)');
    for (const column of ['created_at', 'updated_at', 'price_major', 'name']) {
      this.addSql(`drop index products_${column}, products_status_${column}`);
    }
    for (const column of ['created_at', 'updated_at', 'price_min', 'name']) {
      this.#addIndex(column, `(${column}, id)`);
      this.#addIndex(`status_${column}`, `(status, ${column}, id)`);
    }
    this.addSql(`drop index products_category_created, products_category_price, products_category_status,
      products_currency, products_available, products_unavailable`);
    this.#addIndex('category_created', '(category_id, created_at, id)');
    this.#addIndex('category_price', '(category_id, price_min, id) include (price_max, created_at)');
    this.#addIndex('category_status', '(category_id, status)');
    this.addSql('create index products_category_variants on products (category_id) where parent_id is not null');
    this.#addIndex('price_max', '(price_max, id) include (price_min)');
    this.#addIndex('currency', '(currency, created_at, id)');
    this.#addIndex('available', '(created_at, id)', ' and available');
    this.#addIndex('unavailable', '(created_at, id)', ' and not available');
    this.countWithoutVariants();
    this.addSql(`alter table order_items add column options json not null default '{}'`);
    this.addSql('alter table order_items alter column options drop default');
  }

  /** As the functions before, but for variants, which do not count. */
  private countWithoutVariants(): void {
    const stale = `raise exception 'The category was renamed or removed.' using errcode = 'RN003'`;
    this.addSql(`
      create or replace function count_added_products() returns trigger language plpgsql as $$
      begin
        insert into category_count_changes (category_id, products, active_products)
        select category_id, count(*), count(*) filter (where status = 'active') from added
        where category_id is not null and parent_id is null group by category_id;
        if exists (
          select from added join categories c on c.id = added.category_id
          where c.removed or added.category_name <> c.name
        ) then ${stale}; end if;
        return null;
      end $$`);
    this.addSql(`
      create or replace function count_removed_products() returns trigger language plpgsql as $$
      begin
        insert into category_count_changes (category_id, products, active_products)
        select category_id, -count(*), -count(*) filter (where status = 'active') from removed
        where category_id is not null and parent_id is null group by category_id;
        return null;
      end $$`);
    this.addSql(`
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
          ) then ${stale}; end if;
        return null;
      end $$`);
    this.addSql('drop trigger products_changed on products');
    this.addSql(`
      create trigger products_changed after update of category_id, category_name, status, parent_id on products
      for each row when (old.category_id is distinct from new.category_id or old.status is distinct from new.status
        or old.category_name is distinct from new.category_name or old.parent_id is distinct from new.parent_id)
      execute function count_changed_product()`);
  }

  #addIndex(name: string, columns: string, condition = ''): void {
    this.addSql(`create index products_${name} on products ${columns} where parent_id is null${condition}`);
  }
}
