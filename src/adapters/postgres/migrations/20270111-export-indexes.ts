import { Migration } from '@mikro-orm/migrations';

/** What changed and what was created since a time, which the export for analysis reads. */
export class ExportIndexes extends Migration {
  override up(): void {
    this.addSql('create index payments_updated on payments (updated_at, id)');
    this.addSql(`
      create index payment_operations_refunds_created on payment_operations (created_at, id) where kind = 'refund'`);
    this.addSql(`
      create index payment_operations_refunds_updated on payment_operations (updated_at, id) where kind = 'refund'`);
  }
}
