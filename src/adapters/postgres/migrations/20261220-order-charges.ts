import { Migration } from '@mikro-orm/migrations';

/** Orders keep their tax, shipping and discounts, and what of them is cancelled, returned and to be refunded. */
export class OrderCharges extends Migration {
  override up(): void {
    this.addSql(`alter table orders
      add column shipping_lines json not null default '[]',
      add column discount_lines json not null default '[]',
      add column tax_lines json not null default '[]',
      add column prices_include_tax boolean not null default false,
      add column tax_id text,
      add column tax_exemption text,
      add column discount numeric(16, 4) not null default 0,
      add column shipping numeric(16, 4) not null default 0,
      add column tax numeric(16, 4) not null default 0,
      add column refund_due numeric(16, 4) not null default 0,
      add column refund_due_at timestamptz(3)`);
    this.addSql('create index orders_refund_due on orders (refund_due_at) where refund_due_at is not null');
    this.addSql(`alter table order_items
      add column discount numeric(16, 4) not null default 0,
      add column discount_allocations json not null default '[]',
      add column tax_name text,
      add column tax_rate integer,
      add column tax numeric(16, 4) not null default 0,
      add column cancelled_quantity integer not null default 0,
      add column returned_quantity integer not null default 0,
      add column returned_amount numeric(16, 4) not null default 0`);
  }
}
