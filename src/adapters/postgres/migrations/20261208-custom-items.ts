import { Migration } from '@mikro-orm/migrations';

/** Items that are no products, and notes of the staff on orders. */
export class CustomItems extends Migration {
  override up(): void {
    this.addSql('alter table order_items alter column product_id drop not null, add column tax_category text');
    this.addSql('alter table orders add column note text');
  }
}
