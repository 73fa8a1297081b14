import { Migration } from '@mikro-orm/migrations';

/** Files of invoices wait for a charge, or after a failure. */
export class DelayedInvoiceFiles extends Migration {
  override up(): void {
    // files of earlier invoices do not wait for a charge
    this.addSql('alter table invoices add charged boolean not null default false');
    this.addSql('alter table invoice_files add failures integer not null default 0, add retry_at timestamptz(3)');
  }
}
