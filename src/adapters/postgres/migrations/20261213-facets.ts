import { Migration } from '@mikro-orm/migrations';

/**
 * Stores with a product what its variants add to its attributes, and with the indexes of the newest products what they
 * are counted by, so that a count of ten thousand products reads neither their variants nor, without attributes, them.
 */
export class Facets extends Migration {
  override up(): void {
    this.addSql(`alter table products add column variant_attributes jsonb not null default '{}'`);
    this.addSql(`
      with added as (
        select v.parent_id, attribute.key as name, attribute.value, bool_or(v.status = 'active') as is_public
        from products v cross join lateral jsonb_each_text(v.attributes) attribute join products p on p.id = v.parent_id
        where p.attributes ->> attribute.key is distinct from attribute.value
        group by v.parent_id, attribute.key, attribute.value
      ), named as (
        select parent_id, name, jsonb_agg(value order by value) as every,
          jsonb_agg(value order by value) filter (where is_public) as public
        from added group by parent_id, name
      ), families as (
        select parent_id, jsonb_object_agg(name, every) as every,
          coalesce(jsonb_object_agg(name, public) filter (where public is not null), '{}') as public
        from named group by parent_id
      )
      update products set variant_attributes = jsonb_build_object('full', every, 'public', public)
      from families where products.id = families.parent_id`);
    this.addSql('alter table products alter column variant_attributes drop default');
    this.addSql('drop index products_created_at, products_status_created_at, products_category_created');
    this.#addIndex('created_at', '(created_at, id) include (category_id, price_min)');
    this.#addIndex('status_created_at', '(status, created_at, id) include (category_id, price_min)');
    this.#addIndex('category_created', '(category_id, created_at, id) include (price_min)');
  }

  #addIndex(name: string, columns: string): void {
    this.addSql(`create index products_${name} on products ${columns} where parent_id is null`);
  }
}
