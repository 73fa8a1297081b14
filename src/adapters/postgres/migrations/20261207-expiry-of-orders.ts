import { Migration } from '@mikro-orm/migrations';

/** For how long an order may be unpaid; a process of the former version reads null, which is what the rules say. */
export class ExpiryOfOrders extends Migration {
  override up(): void {
    this.addSql('alter table orders add column expiry_minutes integer');
  }
}
