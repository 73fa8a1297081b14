import { Migration } from '@mikro-orm/migrations';

/** Subscriptions have a billing address of their own. */
export class AddressesOfSubscriptions extends Migration {
  override up(): void {
    this.addSql('alter table subscriptions add column billing_address json');
  }
}
