import { Migration } from '@mikro-orm/migrations';

/** Null for the products that are there, and for those that the version before writes: what they show follows from `images`. */
export class Media extends Migration {
  override up(): void {
    this.addSql('alter table products add column media json');
  }
}
