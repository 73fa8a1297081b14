import { Migration } from '@mikro-orm/migrations';

/** How long invoices and credit notes keep the buyer after the erasure of the user. */
export class BuyerRetention extends Migration {
  override up(): void {
    for (const table of ['invoices', 'credit_notes']) {
      this.addSql(`
        alter table ${table}
          add column erase_buyer_at timestamptz(3),
          add column buyer_erased boolean not null default false`);
      this.addSql(`
        create index ${table}_retained on ${table} (erase_buyer_at)
        where erase_buyer_at is not null and not buyer_erased`);
    }
    this.addSql('alter table credit_notes alter column buyer drop not null');
  }
}
