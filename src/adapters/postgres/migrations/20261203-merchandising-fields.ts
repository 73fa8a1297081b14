import { Migration } from '@mikro-orm/migrations';

/**
 * Vendors and tags are filtered by their keys. No product has them at first, nor those that the version before writes. The
 * indexes omit what has none, so that a sale of it writes no entries.
 */
export class MerchandisingFields extends Migration {
  override up(): void {
    this.addSql(`alter table products
      add column vendor text,
      add column vendor_key text collate "C",
      add column tags text[] not null default '{}',
      add column tag_keys text[] collate "C",
      add column seo_title text,
      add column seo_description text,
      add column cost bigint,
      add column cost_major numeric(16,4)`);
    this.addSql(`create index products_vendor on products (vendor_key, created_at, id)
      where parent_id is null and vendor_key is not null`);
    this.addSql(`create index products_tags on products using gin (tag_keys) where tag_keys is not null`);
  }
}
