import { Migration } from '@mikro-orm/migrations';

/** When invoices were last mailed on request. */
export class SentInvoices extends Migration {
  override up(): void {
    this.addSql('alter table invoices add column sent_at timestamptz(3)');
  }
}
