import { Migration } from '@mikro-orm/migrations';

const RESOURCE = `
  id text collate "C" primary key,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null`;

export class PricingTables extends Migration {
  override up(): void {
    this.addSql(`
      create table tax_rates (
        ${RESOURCE},
        name text not null,
        rate integer not null check (rate between 0 and 1000000),
        country text not null,
        region text,
        postal_prefix text,
        tax_category text,
        valid_from timestamptz(3),
        valid_to timestamptz(3),
        scope_key text collate "C" not null
      )`);
    this.addSql('create index tax_rates_created on tax_rates (created_at, id)');
    this.addSql('create index tax_rates_country on tax_rates (country, created_at, id)');
    this.addSql('create index tax_rates_scope on tax_rates (scope_key)');
    this.addSql(`
      create table shipping_methods (
        ${RESOURCE},
        name text not null,
        active boolean not null,
        countries json not null,
        regions json not null,
        currency text not null,
        price_by text not null,
        weight_unit text not null,
        tiers json not null,
        free_above numeric(16, 4),
        tax_category text
      )`);
    this.addSql('create index shipping_methods_created on shipping_methods (created_at, id)');
    this.addSql('create index shipping_methods_active on shipping_methods (active, created_at, id)');
    this.#addDiscounts();
  }

  #addDiscounts(): void {
    this.addSql(`
      create table discounts (
        ${RESOURCE},
        name text not null,
        code text collate "C",
        active boolean not null,
        kind text not null,
        rate integer check (rate between 0 and 1000000),
        amount numeric(16, 4),
        price numeric(16, 4),
        currency text,
        min_total numeric(16, 4),
        min_quantity integer,
        product_ids json not null,
        category_ids json not null,
        first_order boolean not null,
        valid_from timestamptz(3),
        valid_to timestamptz(3),
        max_uses integer,
        max_uses_per_customer integer,
        remaining integer,
        combinable boolean not null,
        priority integer not null
      )`);
    this.addSql('create unique index discounts_code on discounts (code)');
    this.addSql('create index discounts_created on discounts (created_at, id)');
    this.addSql('create index discounts_active on discounts (active, created_at, id)');
    this.addSql('create index discounts_kind on discounts (kind, created_at, id)');
    this.addSql('create index discounts_automatic on discounts (id) where active and code is null');
    this.addSql(`
      create table discount_uses (
        order_id text collate "C" not null,
        discount_id text collate "C" not null,
        customer_key text collate "C",
        primary key (order_id, discount_id)
      )`);
    this.addSql('create index discount_uses_customer on discount_uses (discount_id, customer_key)');
    this.addSql('create index discount_uses_erasure on discount_uses (customer_key)');
    this.addSql(`
      create table discount_customers (
        discount_id text collate "C" not null,
        customer_key text collate "C" not null,
        uses integer not null,
        primary key (discount_id, customer_key)
      )`);
    this.addSql('create index discount_customers_erasure on discount_customers (customer_key)');
  }
}
