import { Migration } from '@mikro-orm/migrations';

/** Items keep the product's slug and first image; those of older orders stay without. */
export class OrderItemImages extends Migration {
  override up(): void {
    this.addSql('alter table order_items add column slug text, add column image text');
  }
}
