import { Migration } from '@mikro-orm/migrations';

/** Former orders have nulls: how their tax was rounded follows from their lines, and what was cancelled stays as it is. */
export class AgreedPrices extends Migration {
  override up(): void {
    this.addSql('alter table orders add column tax_rounding text');
    this.addSql('alter table orders add column waived numeric(16, 4)');
    this.addSql('alter table order_items add column agreed json');
  }
}
