import { Migration } from '@mikro-orm/migrations';

export class RefundedShipping extends Migration {
  override up(): void {
    this.addSql('alter table orders add column shipping_refunded numeric(16, 4)');
    this.addSql('alter table payment_operations add column shipping numeric(16, 4)');
  }
}
