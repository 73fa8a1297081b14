import { Migration } from '@mikro-orm/migrations';

/** Ids sort by bytes. */
const ID = 'text collate "C"';

/** Stores order items as rows, and the amount due and the actions of an order as columns. */
export class OrderItems extends Migration {
  override up(): void {
    this.#items();
    this.#columns();
  }

  /** Items never change, and are found by their order or by their product. */
  #items(): void {
    this.addSql(`
      create table order_items (
        order_id ${ID} not null,
        position smallint not null,
        id ${ID} not null,
        product_id ${ID} not null,
        name text not null,
        sku text,
        unit_price numeric(16, 4) not null,
        quantity integer not null,
        is_from_stock boolean not null,
        created_at timestamptz(3) not null,
        primary key (order_id, position)
      )`);
    this.addSql(`
      insert into order_items (
        order_id, position, id, product_id, name, sku, unit_price, quantity, is_from_stock, created_at)
      select o.id, position - 1, item ->> 'id', item ->> 'product_id', item ->> 'name', item ->> 'sku',
        (item ->> 'unit_price')::numeric, (item ->> 'quantity')::integer, item ->> 'product_id' = any(o.from_stock),
        o.created_at
      from orders o, json_array_elements(o.items) with ordinality as stored (item, position)`);
    this.addSql('create unique index order_items_product on order_items (product_id, created_at, order_id)');
    this.addSql('drop table order_products');
    this.addSql('alter table orders drop column items, drop column from_stock');
  }

  #columns(): void {
    this.addSql('alter table orders add column amount_due numeric(16, 4), add column actions json');
    this.addSql(`
      update orders set
        amount_due = case
          when status = 'open' and payment_status in ('unpaid', 'authorized') and cancelling_since is null
            then total - amount_paid + amount_refunded
          else 0 end,
        actions = case
          when status <> 'open' or fulfillment_status = 'fulfilled' then '[]'
          when fulfillment_status = 'unfulfilled' and payment_status <> 'refunded' and cancelling_since is null
            then '["cancel","fulfill"]'
          when fulfillment_status = 'unfulfilled' or payment_status = 'refunded' then '["cancel"]'
          when cancelling_since is null then '["fulfill"]'
          else '[]' end::json`);
    this.addSql('alter table orders alter column amount_due set not null, alter column actions set not null');
  }
}
