import { Migration } from '@mikro-orm/migrations';

/** The products and variants on sale of which little is left, by the product that lists show. */
export class LowStock extends Migration {
  override up(): void {
    this.addSql(`
      create index products_low_stock on products (root_id)
      where status = 'active' and parent_active and variant_count = 0 and stock <= coalesce(low_stock_threshold, 5)`);
  }
}
