import { Migration } from '@mikro-orm/migrations';

/** The first charge of a subscription, and the tax id of its invoices. */
export class FirstCharges extends Migration {
  override up(): void {
    this.addSql(`
      alter table subscriptions
        add column is_pending boolean not null default false, add column redirect_url text, add column tax_id text`);
  }
}
