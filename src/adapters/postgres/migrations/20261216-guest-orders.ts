import { Migration } from '@mikro-orm/migrations';

/** The secrets by which guests open their orders, and the clients that have placed them. */
export class GuestOrders extends Migration {
  override up(): void {
    this.addSql(`
      alter table orders
        add column guest_secret_hash text collate "C",
        add column guest_client text collate "C",
        add constraint orders_guest check ((guest_secret_hash is null) = (guest_client is null))`);
    this.addSql(`
      create unique index orders_guest_secret on orders (guest_secret_hash) where guest_secret_hash is not null`);
    const unpaid = `guest_client is not null and status = 'open' and payment_status in ('unpaid', 'partially_paid')`;
    this.addSql(`create index orders_unpaid_by_guest on orders (guest_client) where ${unpaid}`);
    this.addSql(`create index orders_unpaid_by_guest_email on orders (email_key) where ${unpaid}`);
  }
}
