import { Migration } from '@mikro-orm/migrations';

/** Adds the time to an index, so that the newest of a category and a range of prices are found without their rows. */
export class CoveringCategoryPrice extends Migration {
  override up(): void {
    this.addSql('drop index products_category_price');
    this.addSql('create index products_category_price on products (category_id, price_major, id) include (created_at)');
  }
}
