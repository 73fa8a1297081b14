import { Migration } from '@mikro-orm/migrations';

/** The files of invoices and credit notes. */
export class InvoiceFiles extends Migration {
  override up(): void {
    this.addSql('create table invoice_files (id text collate "C" primary key, pdf bytea)');
    this.addSql('create index invoice_files_unrendered on invoice_files (id) where pdf is null');
    // PDFs are compressed already
    this.addSql('alter table invoice_files alter column pdf set storage external');
    this.addSql(`
      insert into invoice_files (id)
      select id from invoices where number is not null union all select id from credit_notes`);
  }
}
