import { Migration } from '@mikro-orm/migrations';

/** Customers are limited as guests are. Orders that customers have not paid yet are not of any client. */
export class LimitsOfCustomers extends Migration {
  override up(): void {
    this.addSql('alter table users add column trusted boolean not null default false');
    this.addSql('alter table orders drop constraint orders_guest');
    this.addSql('drop index orders_unpaid_by_guest');
    this.addSql('drop index orders_unpaid_by_guest_email');
    this.addSql(`create index orders_unpaid_by_client on orders (guest_client)
      where guest_client is not null and status = 'open' and payment_status in ('unpaid', 'partially_paid')`);
    this.addSql(`create index orders_unpaid_by_guest_email on orders (email_key)
      where guest_secret_hash is not null and status = 'open' and payment_status in ('unpaid', 'partially_paid')`);
  }
}
