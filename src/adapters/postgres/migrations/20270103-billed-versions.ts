import { Migration } from '@mikro-orm/migrations';

/** Which step of a subscription an invoice bills: each has one invoice at most. */
export class BilledVersions extends Migration {
  override up(): void {
    this.addSql('alter table invoices add column subscription_version integer');
    this.addSql(`
      create unique index invoices_subscription_version on invoices (subscription_id, subscription_version)
      where subscription_version is not null`);
  }
}
