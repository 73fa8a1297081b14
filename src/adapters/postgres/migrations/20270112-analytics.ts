import { Migration } from '@mikro-orm/migrations';

/** The figures of the shop, and what orders lack for them. */
export class Analytics extends Migration {
  override up(): void {
    this.addSql('alter table order_items add column category_id text collate "C", add column category text');
    this.addSql(`
      update order_items set category_id = products.category_id, category = categories.name
      from products join categories on categories.id = products.category_id
      where products.id = order_items.product_id`);
    this.addSql('alter table orders add column country text, add column erased_buyer text collate "C"');
    this.addSql(`
      update orders set country = coalesce(shipping_address ->> 'country', billing_address ->> 'country')
      where shipping_address is not null or billing_address is not null`);
    this.addSql('alter table invoices add column country text');
    this.addSql(`
      update invoices set country = coalesce(buyer -> 'address' ->> 'country', billing_address ->> 'country')
      where buyer is not null or billing_address is not null`);
    this.addSql(`
      create table analytics_generations (
        generation integer primary key,
        time_zone text not null,
        status text not null check (status in ('building', 'current', 'retired')),
        position bigint not null,
        last_subject text collate "C",
        counted integer not null default 0
      )`);
    this.addSql(
      "create unique index analytics_generations_one on analytics_generations (status) where status <> 'retired'",
    );
    this.addSql(`
      create table analytics_entries (
        generation integer not null,
        subject_id text collate "C" not null,
        at timestamptz(3) not null,
        entries json not null,
        primary key (generation, subject_id, at)
      )`);
    this.addSql('create index analytics_entries_at on analytics_entries (generation, at)');
    this.addSql(`
      create table analytics_labels (
        dimension text collate "C" not null,
        key text collate "C" not null,
        label text not null,
        at timestamptz(3) not null,
        primary key (dimension, key)
      )`);
    this.addSql(`
      create table analytics_rollups (
        generation integer not null,
        dimension text collate "C" not null,
        currency text collate "C" not null,
        grain text collate "C" not null,
        start timestamptz(3) not null,
        key text collate "C" not null,
        gross numeric,
        refunds numeric,
        tax numeric,
        taxable numeric,
        shipping numeric,
        discounts numeric,
        orders numeric,
        units numeric,
        primary key (generation, dimension, currency, grain, start, key)
      )`);
  }
}
