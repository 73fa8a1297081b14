import { Migration } from '@mikro-orm/migrations';

/** Addresses of pages where orders and invoices are paid. */
export class PaymentLinks extends Migration {
  override up(): void {
    this.addSql(`create table payment_links (
      id text collate "C" primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      is_active boolean not null,
      sent_at timestamptz(3),
      order_id text collate "C",
      invoice_id text collate "C",
      actor_kind text not null,
      actor_user_id text collate "C",
      actor_credential_id text collate "C",
      constraint payment_links_payable check (num_nonnulls(order_id, invoice_id) = 1))`);
    this.addSql('create index payment_links_created on payment_links (created_at, id)');
    this.addSql(
      'create index payment_links_order on payment_links (order_id, created_at, id) where order_id is not null',
    );
    this.addSql(
      'create index payment_links_invoice on payment_links (invoice_id, created_at, id) where invoice_id is not null',
    );
  }
}
