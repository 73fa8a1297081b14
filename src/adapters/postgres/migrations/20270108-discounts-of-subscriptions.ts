import { Migration } from '@mikro-orm/migrations';

/** Subscriptions use discounts as orders do. */
export class DiscountsOfSubscriptions extends Migration {
  override up(): void {
    this.addSql('alter table discount_uses rename column order_id to used_by');
  }
}
