import { Migration } from '@mikro-orm/migrations';

/**
 * A variant inherits what it has not. It inherits the status only where both are active: whether it is on sale then depends
 * on its parent as before, and no draft is published with a parent.
 */
export class InheritanceOfVariants extends Migration {
  override up(): void {
    this.addSql("alter table products add column inherited text[] not null default '{}'");
    this.addSql(`update products v set
        inherited = array_remove(array[
          case when v.category_id is null then 'category_id' end,
          case when v.tax_category is null then 'tax_category' end,
          case when v.status = 'active' and p.status = 'active' then 'status' end,
          case when v.weight is null then 'weight' end,
          case when json_array_length(v.images) = 0 then 'images' end], null),
        category_id = coalesce(v.category_id, c.id),
        category_name = case when v.category_id is null then c.name else v.category_name end,
        tax_category = coalesce(v.tax_category, p.tax_category),
        weight = coalesce(v.weight, p.weight),
        weight_unit = case when v.weight is null then p.weight_unit else v.weight_unit end,
        images = case when json_array_length(v.images) = 0 then p.images else v.images end,
        version = v.version + 1,
        updated_at = now()
      from products p
        left join categories present on present.id = p.category_id
        left join categories c on c.id = case when present.removed then present.parent_id else present.id end
      where p.id = v.parent_id`);
    this.addSql(`update product_search s set is_stale = true from products v
      where v.id = s.product_id and v.category_id is not null and 'category_id' = any(v.inherited)`);
    this.addSql('alter table order_items add column parent_id text collate "C"');
    this.addSql(`update order_items i set parent_id = v.parent_id from products v
      where v.id = i.product_id and v.parent_id is not null`);
    this.addSql(`create index order_items_parent on order_items (parent_id, product_id) where parent_id is not null`);
  }
}
