import { Migration } from '@mikro-orm/migrations';

/** Invoices of orders. */
export class OrderInvoices extends Migration {
  override up(): void {
    this.addSql('alter table orders add column invoice_id text collate "C"');
    this.addSql('alter table invoices add column amount_prepaid numeric(16, 4) not null default 0');
    this.addSql(`
      create unique index invoices_one_of_order on invoices (order_id)
      where order_id is not null and status <> 'void'`);
    // versions before do not apply an order's payments to its invoice
    this.addSql("insert into schema_requirements values ('20270104-order-invoices')");
  }
}
