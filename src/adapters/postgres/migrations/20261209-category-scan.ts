import { Migration } from '@mikro-orm/migrations';

/** Yields the variants of a renamed category in the order in which they are announced. */
export class CategoryScan extends Migration {
  override up(): void {
    this.addSql('drop index products_category_variants');
    this.addSql(`
      create index products_category_variants on products (category_id, created_at, id) where parent_id is not null`);
  }
}
