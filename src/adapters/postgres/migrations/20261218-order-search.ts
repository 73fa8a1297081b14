import { Migration } from '@mikro-orm/migrations';

/** Finds orders by SKU, tracking number or the start of an e-mail, and those that changed since a time. */
export class OrderSearch extends Migration {
  override up(): void {
    this.addSql('create index orders_updated on orders (updated_at, id)');
    this.addSql('create index orders_state_updated on orders (state, updated_at, id)');
    this.addSql('create index order_items_sku on order_items (sku, created_at) where sku is not null');
    this.addSql(`
      create function tracking_numbers_of(fulfillments json) returns text[]
        language sql immutable strict parallel safe
        return array(
          select f ->> 'tracking_number' from json_array_elements(fulfillments) as f
          where f ->> 'tracking_number' is not null)`);
    this.addSql(`
      create index orders_tracking on orders using gin (tracking_numbers_of(fulfillments))
        where fulfillment_status <> 'unfulfilled'`);
  }
}
