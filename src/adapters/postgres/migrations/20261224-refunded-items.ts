import { Migration } from '@mikro-orm/migrations';

/** Refunds of items. What returned items cost follows from the items. */
export class RefundedItems extends Migration {
  override up(): void {
    this.addSql('alter table payment_operations add column items json, add column restock boolean');
    // versions before write the column that is dropped, and cannot cancel the items of a refund
    this.addSql('alter table order_items drop column returned_amount');
    this.addSql("insert into schema_requirements values ('20261224-refunded-items')");
  }
}
