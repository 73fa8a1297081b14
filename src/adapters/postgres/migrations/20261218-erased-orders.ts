import { Migration } from '@mikro-orm/migrations';

/** Marks orders whose buyer was erased, so that no tracking number is added to them. */
export class ErasedOrders extends Migration {
  override up(): void {
    this.addSql('alter table orders add column is_erased boolean not null default false');
    this.addSql(`
      update orders set is_erased = true
      where user_id is not null and not exists (select from users where users.id = orders.user_id)`);
  }
}
