import { Migration } from '@mikro-orm/migrations';

/** A file that could not be rendered is tried again after a growing pause. */
export class FailingInvoiceFiles extends Migration {
  override up(): void {
    this.addSql('alter table invoice_files add failures integer not null default 0, add retry_at timestamptz(3)');
  }
}
