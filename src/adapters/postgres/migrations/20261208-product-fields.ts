import { Migration } from '@mikro-orm/migrations';

/** Fields of products that shops need beside name and price; names sort by the Unicode root collation. */
export class ProductFields extends Migration {
  override up(): void {
    this.addSql(`
      alter table products
        alter column name type text collate "und-x-icu",
        add column slug text collate "C",
        add column compare_at_price bigint check (compare_at_price >= 0),
        add column compare_at_price_major numeric(16, 4),
        add column barcode text collate "C",
        add column tax_category text collate "C",
        add column low_stock_threshold integer check (low_stock_threshold >= 0),
        add column weight numeric(12, 3) check (weight >= 0),
        add column weight_unit text collate "C" not null default 'g' check (weight_unit in ('g', 'kg', 'oz', 'lb'))`);
    // as the service makes slugs; the oldest product of a name has the plain one
    this.addSql(`
      update products set slug = made.slug from (
        select id, case when row_number() over (partition by plain order by id) = 1
          then plain else plain || '-' || right(id, 8) end as slug
        from (
          select id, coalesce(nullif(trim(both '-' from regexp_replace(normalize(lower(
            regexp_replace(normalize(name, nfkd), '[\\u0300-\\u036f]', '', 'g')), nfc), '[^[:alnum:]]+', '-', 'g')),
            ''), 'product') as plain
          from products
        ) plain
      ) made where made.id = products.id`);
    this.addSql('alter table products alter column slug set not null, alter column weight_unit drop default');
    this.addSql('alter table products add constraint products_slug unique (slug)');
    this.addSql(`
      create table former_slugs (
        slug text collate "C" primary key,
        product_id text collate "C" not null references products (id) on delete cascade
      )`);
    this.addSql('create index former_slugs_product on former_slugs (product_id)');
  }
}
